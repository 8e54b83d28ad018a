import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { OrderTask } from "../../contracts/list-rules.ts";
import { toRupees } from "../../contracts/money.ts";
import type { ItemType } from "../../contracts/orders/cart-rules.ts";
import type { Dashboard } from "../../contracts/reports/dashboard.ts";
import type { Database } from "../platform/database/database.ts";
import { startOfDay, TIME_ZONE } from "../platform/indian-time.ts";
import { taskConditions, unpackedPieces } from "./order-filter.ts";
import { orderItems, orderPayments, orders } from "./order-table.ts";
import { isSoldBetween } from "./paid-orders.ts";
import { paymentReasons } from "./payment-reasons.ts";
import { isToCheck } from "./payments-to-check.ts";

const NEWEST = 5;

/** Sales by the Indian day on which they were first paid. */
function salesByDay(db: Database, since: string) {
  return db
    .select({
      day: sql<string>`to_char(${orders.paidAt} at time zone ${TIME_ZONE}, 'YYYY-MM-DD')`,
      paise: sql`sum(${orders.totalPaise})`.mapWith(Number),
      orders: sql<number>`count(*)::int`,
    })
    .from(orders)
    .where(isSoldBetween(startOfDay(since)))
    .groupBy(sql`1`);
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
    .where(isToCheck)
    .orderBy(desc(orderPayments.at), desc(orderPayments.paymentId))
    .limit(NEWEST);
  const newest = rows.map(({ payment: { paymentId, orderId, amountPaise, currency, outcome, at } }) => ({
    paymentId,
    orderId,
    amount: toRupees(amountPaise),
    currency,
    note: paymentReasons[outcome],
    at: at.toISOString(),
  }));
  return { count: rows[0]?.total ?? 0, payments: newest };
}

/** Counts the owner's open tasks with the same conditions as the linked lists. */
async function openWork(db: Database) {
  const open = (task: OrderTask) => and(taskConditions[task], isNull(orders.deletedAt));
  const countOrders = (task: OrderTask) => sql`(select count(*)::int from ${orders} where ${open(task)})`;
  const countItems = (task: OrderTask, itemType: ItemType, count: SQL | AnyPgColumn) => sql`(
    select coalesce(sum(${count}), 0)::int from ${orders}
    join ${orderItems} on ${orderItems.orderId} = ${orders.id} and ${orderItems.itemType} = ${itemType}
    where ${open(task)})`;
  const { rows } = await db.execute<Dashboard["work"] & Record<string, unknown>>(sql`select
    ${countOrders("pack")} as "ordersToPack", ${countItems("pack", "product", unpackedPieces)} as "piecesToPack",
    ${countOrders("address")} as "addressesMissing",
    ${countItems("arrange", "consultancy", orderItems.qty)} as "sessionsToArrange"`);
  return rows[0]!;
}

/** The order figures of the dashboard. `since` is the first day of sales. */
export async function orderFigures(db: Database, since: string) {
  const [total, sales, waiting, stockShort, toCheck, work] = await Promise.all([
    db.$count(orders, isNull(orders.deletedAt)),
    salesByDay(db, since),
    newestOrders(db, eq(orders.status, "paid")),
    newestOrders(db, sql`${orders.stockShort}`),
    paymentsToCheck(db),
    openWork(db),
  ]);
  return { total, sales, waiting, stockShort, paymentsToCheck: toCheck, work };
}
