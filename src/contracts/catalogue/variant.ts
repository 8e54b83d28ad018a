import { z } from "zod";
import { optionalFact, optionalRupees, optionalWholeNumber, requiredText } from "../fields.ts";
import { MAX_VARIANT_NAME, MAX_VARIANTS } from "./variant-rules.ts";

const MAX_JSON_LENGTH = 20_000;

/** JSON has numbers where a form has text, and `null` for an empty field. */
const asText = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (typeof value === "number" ? `${value}` : (value ?? undefined)), field);

const variantRow = z.object(
  {
    _id: asText(optionalFact("Id", 100)),
    name: asText(
      // A semicolon separates sizes in the CSV file.
      requiredText("Name", MAX_VARIANT_NAME).refine(
        (name) => !/[;\n]/.test(name),
        "Name must be on one line, without a semicolon.",
      ),
    ),
    stock: asText(optionalWholeNumber("Stock", { min: 0 })).transform((stock) => stock ?? 0),
    stockWas: asText(optionalWholeNumber("Stock before", { min: 0 })),
    price: asText(optionalRupees("Price", { min: 1 })),
    offerPrice: asText(optionalRupees("Offer price", { min: 0 })),
  },
  "it must be an object with a name and a stock.",
);
export type VariantRow = z.output<typeof variantRow>;

function problemOf({ price, offerPrice }: VariantRow) {
  if (offerPrice === undefined) return undefined;
  if (price === undefined) return "An offer price needs a price.";
  return offerPrice > price ? "Offer price cannot be higher than the price." : undefined;
}

function parseList(raw: string): unknown[] | undefined {
  try {
    const list: unknown = raw === "" ? [] : JSON.parse(raw);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The form's sizes as JSON text. Absent: they stay as they are; an empty list removes them. */
export const optionalVariants = optionalFact("Sizes", MAX_JSON_LENGTH)
  .unwrap()
  .transform((raw, ctx) => {
    const refuse = (message: string) => {
      ctx.addIssue(message);
      return z.NEVER;
    };
    const list = parseList(raw);
    if (!list) return refuse("Sizes must be a JSON list.");
    if (list.length > MAX_VARIANTS) return refuse(`A product can have at most ${MAX_VARIANTS} sizes.`);
    const rows: VariantRow[] = [];
    const names = new Set<string>();
    for (const [index, sent] of list.entries()) {
      const { data: row, error } = variantRow.safeParse(sent);
      const problem = row ? problemOf(row) : error?.issues[0]?.message;
      if (!row || problem) return refuse(`Size ${row ? `“${row.name}”` : index + 1}: ${problem}`);
      const name = row.name.toLowerCase();
      if (names.has(name)) return refuse(`The size “${row.name}” is there twice.`);
      names.add(name);
      rows.push(row);
    }
    return rows;
  })
  .optional();
