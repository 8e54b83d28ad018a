import type { Product } from "../../contracts/catalogue/product.ts";
import type { MakerRole } from "../../contracts/catalogue/product-rules.ts";
import { formatRupees } from "../lib/money.ts";
import type { FactRow } from "./product-parts.tsx";

const makers: Record<MakerRole, string> = {
  manufacturer: "Manufactured by",
  packer: "Packed by",
  importer: "Imported by",
};

/** A number and a unit: for more than one the label also has the price of a unit. */
const QUANTITY = /^(\d+(?:\.\d+)?) ?(N|g|kg|ml|l|cm|m)$/;

/** What the label of a piece says (Legal Metrology Rules), where it is filled. The country of origin is a fact. */
export function labelOf({ netQuantity = "", maker = "", makerRole = "manufacturer", mrp }: Product): FactRow[] {
  const [, count, unit] = QUANTITY.exec(netQuantity) ?? [];
  const unitPrice = mrp && Number(count) > 1 ? `, ${formatRupees(mrp / Number(count))} per ${unit}` : "";
  const rows: FactRow[] = [
    ["Net quantity", [netQuantity]],
    [makers[makerRole], [maker.replaceAll("\n", ", ")]],
    ["MRP", [mrp ? `${formatRupees(mrp)} (inclusive of all taxes)${unitPrice}` : ""]],
  ];
  return rows.filter(([, [text]]) => text);
}
