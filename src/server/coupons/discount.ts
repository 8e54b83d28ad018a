import { parseProductItemId } from "../../contracts/catalogue/variant-rules.ts";
import type { ItemType } from "../../contracts/orders/cart-rules.ts";
import type { CouponRow } from "./coupon-table.ts";

export interface CouponLine {
  itemId: string;
  itemType: ItemType;
  /** The id of a product's category. */
  category: string | undefined;
  totalPaise: number;
}

type Scope = Pick<CouponRow, "scope" | "categories" | "products" | "courses">;

function covers({ scope, categories, products, courses }: Scope, { itemId, itemType, category }: CouponLine) {
  if (scope === "all") return true;
  if (scope === "items" && itemType === "product") return products.includes(parseProductItemId(itemId).productId);
  if (scope === "items") return courses.includes(itemId);
  return categories.includes(category ?? `type:${itemType}`);
}

/** The part of each line that the coupon applies to: its total, or 0. */
export const eligibleTotals = (coupon: Scope, lines: readonly CouponLine[]) =>
  lines.map((line) => (covers(coupon, line) ? line.totalPaise : 0));

/** Rounds half a paisa up. Never exceeds the total of the eligible lines. */
export function discountOn({ kind, valueHundredths }: Pick<CouponRow, "kind" | "valueHundredths">, eligible: number) {
  if (kind === "free_delivery" || valueHundredths === null) return 0;
  if (kind === "amount") return Math.min(valueHundredths, eligible);
  return Number((BigInt(eligible) * BigInt(valueHundredths) + 5000n) / 10_000n);
}
