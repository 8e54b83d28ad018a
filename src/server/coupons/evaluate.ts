import { splitByWeight, sumOf } from "../../contracts/money.ts";
import type { CouponCart, Evaluated } from "../orders/core/coupon-cart.ts";
import { formatPaise } from "../platform/format-paise.ts";
import type { CouponRow } from "./coupon-table.ts";
import { discountOn, eligibleTotals } from "./discount.ts";

export interface UseCounts {
  total: number;
  /** Uses of this customer: in paid orders, and reserved by unpaid ones. Undefined for a visitor. */
  customer: { confirmed: number; reserved: number } | undefined;
}

export type Evaluation = Evaluated | { problem: string; isExpired?: boolean };

type Cart = Pick<CouponCart, "lines" | "deliveryPaise">;

interface Facts extends UseCounts {
  /** `2026-11-14`, in India. */
  today: string;
  /** Whether the customer has paid for an order before. Undefined for a visitor. */
  hasOrdered: boolean | undefined;
}

export const UNKNOWN_CODE = "This code is not valid.";
export const NO_EFFECT = "This code takes nothing off this order.";
export const FIRST_ORDER = "This code is for a first order only.";
const LOGIN_NOTE = "Whether you can still use this code is checked once you are logged in.";
const HELD = "You have used this code in an order that waits for its payment. Pay for that order or cancel it first.";

const dayFormat = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const formatDay = (day: string) => dayFormat.format(new Date(day));

export function whyClosed({ active, fromDay, untilDay }: CouponRow, today: string) {
  if (!active) return UNKNOWN_CODE;
  if (fromDay && today < fromDay) return `This code is valid from ${formatDay(fromDay)}.`;
  if (untilDay && today > untilDay) return `This code was valid until ${formatDay(untilDay)}.`;
  return undefined;
}

/** A first-order coupon allows one use per customer: otherwise several unpaid orders could use it. */
const customerLimit = ({ firstOrderOnly, usesPerCustomer }: CouponRow) => (firstOrderOnly ? 1 : usesPerCustomer);

export function whyUsedUp(coupon: CouponRow, { total, customer }: UseCounts) {
  const limit = customerLimit(coupon);
  if (customer && limit !== null && customer.confirmed + customer.reserved >= limit)
    return customer.confirmed >= limit ? "You have used this code already." : HELD;
  return coupon.totalUses !== null && total >= coupon.totalUses ? "This code has been used up." : undefined;
}

export function evaluate(coupon: CouponRow | undefined, { lines, deliveryPaise }: Cart, facts: Facts): Evaluation {
  const closed = coupon ? whyClosed(coupon, facts.today) : UNKNOWN_CODE;
  const isExpired = Boolean(coupon?.active && coupon.untilDay && facts.today > coupon.untilDay);
  if (!coupon || closed) return { problem: closed ?? UNKNOWN_CODE, ...(isExpired && { isExpired }) };
  const usedUp = whyUsedUp(coupon, facts);
  if (usedUp) return { problem: usedUp };
  if (coupon.firstOrderOnly && facts.hasOrdered) return { problem: FIRST_ORDER };
  const { minTotalPaise } = coupon;
  if (minTotalPaise !== null && sumOf(lines.map(({ totalPaise }) => totalPaise)) < minTotalPaise)
    return { problem: `This code needs an order of at least ${formatPaise(minTotalPaise)}.` };
  const eligible = eligibleTotals(coupon, lines);
  if (sumOf(eligible) === 0) return { problem: "Nothing in your cart goes with this code." };
  const isDeliveryFree = coupon.kind === "free_delivery";
  if (isDeliveryFree && deliveryPaise === 0)
    return { problem: "This order has no delivery charge, so this code takes nothing off." };
  const discountPaise = discountOn(coupon, sumOf(eligible));
  if (!isDeliveryFree && discountPaise === 0) return { problem: NO_EFFECT };
  const isUnchecked = facts.customer === undefined && customerLimit(coupon) !== null;
  const split = (paise: number) => splitByWeight(paise, eligible);
  return { discountPaise, split, isDeliveryFree, ...(isUnchecked && { note: LOGIN_NOTE }) };
}
