import type { Coupon } from "../../../contracts/coupons/coupon.ts";
import { formatRupees } from "../../lib/money.ts";
import { countOf } from "../layout/counts.ts";
import { DetailList } from "../orders/detail-list.tsx";

/** Uses, discount and revenue of the coupon so far. */
export function CouponReport({ report }: { report: Coupon["report"] }) {
  const { uses, reserved, late, discount, revenue } = report;
  const count = (orders: number) => countOf(orders, "order", "orders");
  return (
    <section aria-label="Report" className="rounded-control bg-sand px-4 py-3">
      <DetailList
        details={{
          Used: `${count(uses)}, paid`,
          Reserved: `${count(reserved)}, not paid yet`,
          ...(late > 0 && { Late: `${count(late)}, paid after it was used up` }),
          Discounts: formatRupees(discount),
          Revenue: formatRupees(revenue),
        }}
      />
    </section>
  );
}
