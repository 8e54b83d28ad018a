import { randomUUIDv7 } from "node:crypto";
import { sql } from "drizzle-orm";
import { isUuid } from "../platform/database/is-uuid.ts";
import { prepared } from "../platform/database/prepared.ts";
import type { OrderDeps } from "./deps.ts";
import { paidMails } from "./mails.ts";
import { orderHistory, orderPayments, orders } from "./order-table.ts";

/** Money that the provider says it has taken. */
export interface ArrivedPayment {
  paymentId: string;
  amountPaise: number;
  currency: string;
}

/**
 * The usual case, in one statement: the order's total in INR arrives, for the first time, for a pending order that still
 * holds its pieces. Where anything of that is not so it does nothing and says so. The order's row is looked at under its
 * lock; what the payment's own table holds is not asked but found out by inserting, which no snapshot can deceive.
 */
export function createSettleAtOnce({ db, clock, notifications, settledStep }: OrderDeps) {
  const place = { paymentId: sql.placeholder("paymentId"), paise: sql.placeholder("paise") };
  const at = sql`${sql.placeholder("at")}::timestamptz`;
  const settle = prepared<{ order_id: string }>(
    "settle-order",
    sql`with payable as (
        select id from ${orders}
        where id = ${sql.placeholder("orderId")}::uuid and total_paise = ${place.paise}::bigint and status = 'pending'
          and stock = 'held' and payment_id is null and deleted_at is null
        for update
      ),
      arrived as (
        insert into ${orderPayments} (payment_id, order_id, amount_paise, currency, outcome, at)
        select ${place.paymentId}::text, id, ${place.paise}::bigint, 'INR', 'settled', ${at} from payable
        on conflict do nothing
        returning order_id
      ),
      paid as (
        update ${orders} set status = 'paid', payment_id = ${place.paymentId}::text, stock = 'kept', stock_short = false
        from arrived where id = order_id
      ),
      noted as (
        insert into ${orderHistory} (id, order_id, status, actor, at)
        select ${sql.placeholder("changeId")}::uuid, order_id, 'paid', 'payment', ${at} from arrived
      ),
      announced as (${notifications.announcing(sql`arrived`)}),
      settled as (${settledStep(sql`(select order_id from arrived)`, at)})
      select order_id from arrived`,
  );

  return async (orderId: string, { paymentId, amountPaise: paise, currency }: ArrivedPayment) => {
    if (currency !== "INR" || !isUuid(orderId)) return false;
    const { values, announced } = notifications.given(...paidMails(orderId));
    const change = { orderId, paymentId, paise, changeId: randomUUIDv7(), at: clock.now() };
    const isSettled = (await settle(db, { ...change, ...values })).length > 0;
    if (isSettled) announced();
    return isSettled;
  };
}
