import type { Variant } from "../../../contracts/catalogue/product.ts";
import { MAX_VARIANTS } from "../../../contracts/catalogue/variant-rules.ts";

/** A size as typed in the form. The `_id` of a new one is only a key: the server does not know it. */
export type SizeRow = Record<"_id" | "name" | "stock" | "price" | "offerPrice", string>;

export const toRows = (variants: readonly Variant[] = []): SizeRow[] =>
  variants.map(({ _id, name, stock, price = "", offerPrice = "" }) => ({
    _id,
    name,
    stock: `${stock}`,
    price: `${price}`,
    offerPrice: `${offerPrice}`,
  }));

let newKeys = 0;

export function newRow(name: string): SizeRow {
  newKeys += 1;
  return { _id: `new ${newKeys}`, name, stock: "0", price: "", offerPrice: "" };
}

/** The field `variants`. With `stockWas` the server keeps what was sold since; an offer needs a price. */
export const toField = (rows: readonly SizeRow[], latest: readonly Variant[] = []) =>
  JSON.stringify(
    rows.map((row) => ({
      ...row,
      stockWas: latest.find(({ _id }) => _id === row._id)?.stock,
      offerPrice: row.price && row.offerPrice,
    })),
  );

const RANGE = /^(\d{1,4})\s*(?:to|-|–)\s*(\d{1,4})$/i;

/** The names in "sizes 10 to 18", "10-18" or "S, M, L"; `undefined` when there are none or too many. */
export function namesIn(text: string): string[] | undefined {
  const typed = text.trim().replace(/^sizes?\s+/i, "");
  const [, from, to] = (RANGE.exec(typed) ?? []).map(Number);
  const isRange = from !== undefined && to !== undefined;
  if (isRange && (to < from || to - from >= MAX_VARIANTS)) return undefined;
  const names = isRange
    ? Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)
    : typed.split(",").map((name) => name.trim());
  const distinct = [...new Set(names.filter(Boolean))];
  return distinct.length > 0 && distinct.length <= MAX_VARIANTS ? distinct : undefined;
}

/** The rows with one more for each name that none of them has. Sizes that are all numbers are sorted. */
export function addNames(rows: readonly SizeRow[], names: readonly string[]) {
  const known = rows.map(({ name }) => name.trim().toLowerCase());
  const all = [...rows, ...names.filter((name) => !known.includes(name.toLowerCase())).map(newRow)];
  const isNumber = ({ name }: SizeRow) => name.trim() !== "" && Number.isFinite(Number(name));
  return all.every(isNumber) ? all.sort((one, other) => Number(one.name) - Number(other.name)) : all;
}

/** As the dialog about another version shows it. */
export const sizesText = (sizes: readonly (Variant | SizeRow)[]) =>
  sizes.map(({ name, stock }) => `${name}: ${stock}`).join("\n");
