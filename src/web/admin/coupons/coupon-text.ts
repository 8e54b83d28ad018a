import type { Coupon } from "../../../contracts/coupons/coupon.ts";
import type { CouponKind, CouponScope } from "../../../contracts/coupons/coupon-rules.ts";
import { formatDay, indianToday } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { formatCount } from "../layout/labels.ts";

export const kindNames: Record<CouponKind, string> = {
  percent: "Percent off",
  amount: "Rupees off",
  free_delivery: "Free delivery",
};

export const scopeNames: Record<CouponScope, string> = {
  all: "Everything",
  category: "Categories",
  items: "Products and courses",
};

export function describeOffer({ kind, value, minTotal }: Coupon) {
  const offer =
    kind === "free_delivery"
      ? "Free delivery"
      : kind === "percent"
        ? `${value} % off`
        : `${formatRupees(value ?? 0)} off`;
  return minTotal === null ? offer : `${offer} from ${formatRupees(minTotal)}`;
}

/** Two lines when both days are set. */
export function describeDays({ from, until }: Coupon) {
  const days = [from && `From ${formatDay(from)}`, until && `Until ${formatDay(until)}`].filter(Boolean);
  return days.join("\n") || "Always";
}

/** Why the coupon cannot be used today; undefined when it can. */
export function inactiveReason({ active, from, until, totalUses, report }: Coupon, today = indianToday()) {
  if (!active) return "Off";
  if (from && today < from) return "Not yet";
  if (until && today > until) return "Ended";
  return totalUses !== null && report.uses + report.reserved >= totalUses ? "Used up" : undefined;
}

export function describeUses({ report, totalUses }: Coupon) {
  const uses =
    totalUses === null ? formatCount(report.uses) : `${formatCount(report.uses)} of ${formatCount(totalUses)}`;
  return report.reserved > 0 ? `${uses}, ${formatCount(report.reserved)} unpaid` : uses;
}
