import type { CouponLine } from "../orders/core/coupon-cart.ts";
import type { CouponRow } from "./coupon-table.ts";

type Scope = Pick<CouponRow, "scope" | "categories" | "products" | "courses">;

function covers(
  { scope, categories, products, courses }: Scope,
  { itemType, productId, courseId, category }: CouponLine,
) {
  if (scope === "all") return true;
  if (scope === "items")
    return (productId && products.includes(productId)) || (courseId !== null && courses.includes(courseId));
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
