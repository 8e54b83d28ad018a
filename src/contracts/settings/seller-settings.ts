import { z } from "zod";
import { sellerModes, taxTreatments } from "../documents/document-rules.ts";
import { formText, optionalText, requiredText } from "../fields.ts";
import { categoryId } from "./catalogue-settings.ts";
import { decimal, list, unique } from "./setting-fields.ts";

export const seller = z.object({
  mode: z
    .enum(sellerModes, `Registration must be one of ${sellerModes.join(", ")}.`)
    .describe("unregistered: receipts; composition: bills of supply; regular: tax invoices."),
  legalName: optionalText("Legal name", 120).describe("As registered. Empty: the shop's name."),
  serialPrefix: optionalText("Prefix of the numbers", 2)
    .refine((prefix) => /^[A-Za-z0-9-]*$/.test(prefix), "Prefix must be letters, digits and hyphens.")
    .describe("A number has at most 16 characters."),
  isReceiptGiven: z
    .boolean("Receipts must be true or false.")
    .describe("Whether a registered seller gives a receipt at payment, besides the invoice at dispatch."),
  signatory: optionalText("Signatory", 100).describe("Who signs; below the total."),
});

const taxRate = z
  .object({
    from: z.iso.date("Valid from must be a date such as 2025-09-22."),
    code: requiredText("HSN or SAC", 8).regex(/^\d{4,8}$/, "HSN or SAC must have 4 to 8 digits."),
    treatment: z.enum(taxTreatments, `Treatment must be one of ${taxTreatments.join(", ")}.`),
    rate: decimal("Rate", 0, 40),
    confirmedBy: optionalText("Confirmed by", 100).describe("Without a name no tax invoice is issued."),
  })
  .superRefine(({ treatment, rate }, ctx) => {
    if (treatment !== "taxable" && rate !== 0)
      ctx.addIssue({ code: "custom", path: ["rate"], message: "The rate of what is not taxed must be 0." });
  });

const taxClass = z.object({
  id: categoryId,
  name: requiredText("Name", 80),
  rates: list(taxRate, "Rates", { min: 1, max: 10 }).superRefine(
    unique(({ from }) => from, "from", "Another rate has this date."),
  ),
});

const classId = (label: string) => requiredText(label, 60);

/** Who must confirm: the owner's accountant. The defaults are proposals. */
export const tax = z
  .object({
    classes: list(taxClass, "Tax classes", { min: 1, max: 60 })
      .superRefine(unique(({ id }) => id, "id", "Another class has this id."))
      .superRefine(unique(({ name }) => name.toLowerCase(), "name", "Another class has this name.")),
    product: classId("Class of pieces"),
    course: classId("Class of courses"),
    consultancy: classId("Class of sessions"),
    byCategory: list(
      z.object({ category: requiredText("Category", 60), taxClass: classId("Tax class") }),
      "Classes by category",
      { max: 40 },
    )
      .superRefine(unique(({ category }) => category, "category", "Another line has this category."))
      .describe("Of pieces without a class of their own."),
    delivery: z
      .enum(["pieces", "highest"], "Delivery must be pieces or highest.")
      .describe("How a delivery charge is taxed: shared out over the pieces, or at their highest rate."),
  })
  .superRefine(({ classes, product, course, consultancy, byCategory }, ctx) => {
    const check = (id: string, ...path: (string | number)[]) => {
      if (!classes.some((one) => one.id === id))
        ctx.addIssue({ code: "custom", path, message: "There is no such tax class." });
    };
    for (const [field, id] of Object.entries({ product, course, consultancy })) check(id, field);
    for (const [index, { taxClass }] of byCategory.entries()) check(taxClass, "byCategory", index, "taxClass");
  });

/** The tax class of a record in its form: an id. Absent: it stays as it is. */
export const optionalTaxClass = (classes: readonly { id: string }[]) =>
  formText("Tax class")
    .refine((raw) => raw === "" || classes.some(({ id }) => id === raw), "There is no such tax class.")
    .optional();
