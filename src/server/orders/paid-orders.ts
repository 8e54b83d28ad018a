import { and, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { PAID_STATUSES } from "../../contracts/orders/order-rules.ts";
import type { Database } from "../platform/database/database.ts";
import { orderHistory, orderPayments, orders } from "./order-table.ts";

/** Paid orders. Does not count orders that are cancelled, deleted, or marked as shipped without ever being paid. */
export const isSale = and(isNotNull(orders.paidAt), isNull(orders.deletedAt), inArray(orders.status, PAID_STATUSES))!;

/** Sales by the time they were first paid. Every figure of sales uses it. */
export const isSoldBetween = (from: Date, before?: Date) =>
  and(gte(orders.paidAt, from), before && lt(orders.paidAt, before), isSale)!;

/**
 * Backfills `paidAt` for orders that were paid by a version without that column, also during a rolling update. Uses the
 * first change to "paid" or the first settling payment. Idempotent.
 */
export async function fillPaidAt(db: Database) {
  await db.execute(sql`
    update ${orders} set paid_at = paid.at
    from ${orders} as missing cross join lateral (
      select min(at) as at from (
        select at from ${orderHistory} where order_id = missing.id and status = 'paid'
        union all select at from ${orderPayments} where order_id = missing.id and outcome = 'settled'
      ) as moment
    ) as paid
    where missing.paid_at is null and paid.at is not null and ${orders.id} = missing.id`);
}
