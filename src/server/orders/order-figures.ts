import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { toRupees } from "../../contracts/money.ts";
import { PAID_STATUSES } from "../../contracts/order-states.ts";
import type { Database } from "../platform/database/database.ts";
import { startOfDay, TIME_ZONE } from "../platform/indian-time.ts";
import { orderHistory, orderPayments, orders } from "./order-table.ts";
import { paymentReasons } from "./payment-reasons.ts";

const NEWEST = 5;

/**
 * Sales by day: paid orders, by the time they were first paid. That is a change to "paid" or, for an order that the
 * owner had already moved on by hand, the payment itself.
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
    where paid.at >= ${from} and ${orders.deletedAt} is null and ${inArray(orders.status, PAID_STATUSES)}
    group by 1`);
  return rows.map(({ day, paise, orders }) => ({ day, paise: Number(paise), orders: Number(orders) }));
}

async function newestOrders(db: Database, where: SQL) {
  const rows = await db
    .select({
      _id: orders.id,
      name: orders.shippingName,
      totalPaise: orders.totalPaise,
      createdAt: orders.createdAt,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(orders)
    .where(and(where, isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(NEWEST);
  const newest = rows.map(({ total, totalPaise, createdAt, ...order }) => ({
    ...order,
    totalAmount: toRupees(totalPaise),
    createdAt: createdAt.toISOString(),
  }));
  return { count: rows[0]?.total ?? 0, orders: newest };
}

async function paymentsToCheck(db: Database) {
  const rows = await db
    .select({ payment: orderPayments, total: sql<number>`(count(*) over ())::int` })
    .from(orderPayments)
    .where(ne(orderPayments.outcome, "settled"))
    .orderBy(desc(orderPayments.at), desc(orderPayments.paymentId))
    .limit(NEWEST);
  const newest = rows.map(({ payment: { amountPaise, outcome, at, ...payment } }) => ({
    ...payment,
    amount: toRupees(amountPaise),
    note: paymentReasons[outcome],
    at: at.toISOString(),
  }));
  return { count: rows[0]?.total ?? 0, payments: newest };
}

/** The order figures of the dashboard. `since` is the first day of sales. */
export async function orderFigures(db: Database, since: string) {
  const [total, sales, waiting, stockShort, toCheck] = await Promise.all([
    db.$count(orders, isNull(orders.deletedAt)),
    salesByDay(db, since),
    newestOrders(db, eq(orders.status, "paid")),
    newestOrders(db, sql`${orders.stockShort}`),
    paymentsToCheck(db),
  ]);
  return { total, sales, waiting, stockShort, paymentsToCheck: toCheck };
}
