import type { z } from "zod";
import type { ProductForm } from "../../../contracts/catalogue/product.ts";
import { fieldsOf } from "../../platform/http/api-errors.ts";
import { productResource } from "../product.ts";
import { toColumns } from "../resource.ts";
import { type ProductRow, productColumns } from "./columns.ts";
import type { ProductLine, RowProblem } from "./read-file.ts";

export type Plan =
  | { does: "nothing" }
  | { does: "create"; form: ProductForm }
  | { does: "update"; row: ProductRow }
  | { does: "fail"; problems: RowProblem[] };

/** A product as its form would send it. An offer equal to the price is left empty, so that it follows the price. */
function toFormText(row: ProductRow) {
  const { _id, images, createdAt, version, ...editable } = productColumns;
  const texts = Object.entries(editable).map(([column, cellOf]) => [column, String(cellOf(row))]);
  const offer = row.offerPricePaise === row.pricePaise ? { offerPrice: "" } : {};
  return { ...Object.fromEntries(texts), ...offer, version: "" };
}

/** Merges the row's cells into the current values, so that a file with only ids and prices changes only prices. */
function fieldsFor({ cells }: ProductLine, before: ProductRow | undefined) {
  const { _id, images, createdAt, ...sent } = cells;
  if (!before) return { ...sent, version: "", stockWas: "" };
  const current = toFormText(before);
  if (sent.stock === undefined) return { ...current, ...sent, stockWas: current.stockWas };
  return { ...current, stockWas: "", ...sent };
}

const isChanged = (before: ProductRow, columns: object) =>
  Object.entries(columns).some(([name, value]) => before[name as keyof ProductRow] !== value);

export function planRow(line: ProductLine, before: ProductRow | undefined, form: z.ZodType<ProductForm>): Plan {
  const fail = (fields: Record<string, string>): Plan => ({
    does: "fail",
    problems: Object.entries(fields).map(([field, message]) => ({ line: line.line, field, message })),
  });
  if (idIn(line) && !before) return fail({ _id: "There is no product with this id. Leave it empty for a new one." });
  const parsed = form.safeParse(fieldsFor(line, before));
  if (!parsed.success) return fail(fieldsOf(parsed.error.issues));
  const sent = parsed.data;
  if (!before) return { does: "create", form: sent };
  const columns = toColumns(productResource, sent, before);
  if (!isChanged(before, columns)) return { does: "nothing" };
  if (sent.version !== undefined && sent.version !== before.version) {
    return fail({ version: `“${before.title}” was changed in the shop since this file was exported.` });
  }
  return { does: "update", row: { ...before, ...columns, version: before.version + 1 } };
}

export const idIn = ({ cells }: ProductLine) => cells._id?.trim().toLowerCase() ?? "";

/** Two rows for one product are an error, because it is unclear which one is meant. */
export function findDuplicates(lines: ProductLine[]): RowProblem[] {
  const first = new Map<string, number>();
  return lines.flatMap((line) => {
    const id = idIn(line);
    const earlier = first.get(id);
    if (id && earlier === undefined) first.set(id, line.line);
    if (!id || earlier === undefined) return [];
    return [{ line: line.line, field: "_id", message: `Line ${earlier} is about the same product.` }];
  });
}
