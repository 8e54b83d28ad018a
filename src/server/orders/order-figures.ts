import { and, count, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { startOfDay, TIME_ZONE } from "../platform/indian-time.ts";
import { toRupees } from "../platform/money.ts";
import { orderHistory, orderPayments, orders } from "./order-table.ts";
import { reasonFor } from "./payment-reasons.ts";

const NEWEST = 5;

export interface FigureDays {
  /** The first day of sales that is asked for. */
  since: string;
}

/**
 * What was sold on each day: orders that are paid for, by the moment they were first paid. Money may arrive for an order
 * that the owner had already moved on by hand; that counts as well.
 */
async function salesByDay(db: Database, since: string) {
  const from = startOfDay(since);
  const moments = (when: SQL) => sql`
    select order_id, at from ${orderHistory} where status = 'paid' and ${when}
    union all select order_id, at from ${orderPayments} where outcome = 'settled' and ${when}`;
  const { rows } = await db.execute<{ day: string; paise: string; orders: string }>(sql`
    with recent as (select distinct order_id from (${moments(sql`at >= ${from}`)}) as lately),
    paid as (
      select recent.order_id, min(earlier.at) as at from recent
      cross join lateral (${moments(sql`order_id = recent.order_id`)}) as earlier
      group by recent.order_id
    )
    select to_char(paid.at at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as day,
      sum(${orders.totalPaise}) as paise, count(*) as orders
    from paid join ${orders} on ${orders.id} = paid.order_id
    where paid.at >= ${from} and ${orders.deletedAt} is null and ${orders.status} in ('paid', 'shipped', 'delivered')
    group by 1`);
  return rows.map(({ day, paise, orders }) => ({ day, paise: Number(paise), orders: Number(orders) }));
}

async function newestOrders(db: Database, which: SQL) {
  const rows = await db
    .select({
      _id: orders.id,
      name: orders.shippingName,
      totalPaise: orders.totalPaise,
      createdAt: orders.createdAt,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(orders)
    .where(and(which, isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(NEWEST);
  const shown = rows.map(({ total, totalPaise, createdAt, ...order }) => ({
    ...order,
    totalAmount: toRupees(totalPaise),
    createdAt: createdAt.toISOString(),
  }));
  return { count: rows[0]?.total ?? 0, orders: shown };
}

async function paymentsToCheck(db: Database) {
  const rows = await db
    .select({ payment: orderPayments, total: sql<number>`(count(*) over ())::int` })
    .from(orderPayments)
    .where(ne(orderPayments.outcome, "settled"))
    .orderBy(desc(orderPayments.at), desc(orderPayments.paymentId))
    .limit(NEWEST);
  const shown = rows.map(({ payment: { paymentId, orderId, amountPaise, currency, outcome, at } }) => ({
    paymentId,
    orderId,
    amount: toRupees(amountPaise),
    currency,
    note: reasonFor(outcome),
    at: at.toISOString(),
  }));
  return { count: rows[0]?.total ?? 0, payments: shown };
}

/** What the owner wants to know of the orders in the morning. */
export async function orderFigures(db: Database, { since }: FigureDays) {
  const [[counted], sales, waiting, stockShort, toCheck] = await Promise.all([
    db.select({ total: count() }).from(orders).where(isNull(orders.deletedAt)),
    salesByDay(db, since),
    newestOrders(db, eq(orders.status, "paid")),
    newestOrders(db, sql`${orders.stockShort}`),
    paymentsToCheck(db),
  ]);
  return { total: counted?.total ?? 0, sales, waiting, stockShort, paymentsToCheck: toCheck };
}
