import { z } from "zod";
import { formText, optionalFact, optionalRupees, optionalWholeNumber, requiredText } from "../fields.ts";
import { inJson, jsonForm } from "../json-form.ts";
import { MAX_VARIANT_NAME, MAX_VARIANTS } from "./variant-rules.ts";

const MAX_JSON_LENGTH = 20_000;

const variantRow = z.object(
  {
    _id: optionalFact("Id", 100),
    // A semicolon separates sizes in the CSV file.
    name: requiredText("Name", MAX_VARIANT_NAME).refine(
      (name) => !/[;\n]/.test(name),
      "Name must be on one line, without a semicolon.",
    ),
    stock: optionalWholeNumber("Stock", { min: 0 }).transform((stock) => stock ?? 0),
    stockWas: optionalWholeNumber("Stock before", { min: 0 }),
    price: optionalRupees("Price", { min: 1 }),
    offerPrice: optionalRupees("Offer price", { min: 0 }),
  },
  "it must be an object with a name and a stock.",
);
export type VariantRow = z.output<typeof variantRow>;

const listOf = <Row extends z.ZodType>(row: Row) =>
  z.array(row, "Sizes must be a JSON list.").max(MAX_VARIANTS, `A product can have at most ${MAX_VARIANTS} sizes.`);
const variantRows = listOf(variantRow).superRefine((rows, ctx) => {
  const names = new Set<string>();
  for (const { name, price, offerPrice } of rows) {
    const key = name.toLowerCase();
    if (names.has(key)) ctx.addIssue(`The size “${name}” is there twice.`);
    names.add(key);
    if (offerPrice === undefined) continue;
    if (price === undefined) ctx.addIssue(`Size “${name}”: An offer price needs a price.`);
    else if (offerPrice > price) ctx.addIssue(`Size “${name}”: Offer price cannot be higher than the price.`);
  }
});

/** JSON has numbers where a form has text, and `null` for an empty field. */
function readJson(raw: string): unknown {
  try {
    return JSON.parse(raw || "[]", (_, value) => (typeof value === "number" ? `${value}` : (value ?? undefined)));
  } catch {
    return undefined;
  }
}

/** The form's sizes as JSON text. Absent: they stay as they are; an empty list removes them. */
export const optionalVariants = formText("Sizes", MAX_JSON_LENGTH)
  .transform((raw, ctx) => {
    const { data, error } = variantRows.safeParse(readJson(raw));
    if (data) return data;
    const { message, path } = error.issues[0]!;
    ctx.addIssue(path.length > 0 ? `Size ${Number(path[0]) + 1}: ${message}` : message);
    return z.NEVER;
  })
  .optional()
  .register(inJson, { type: listOf(jsonForm(variantRow)).transform((rows) => JSON.stringify(rows)) });
