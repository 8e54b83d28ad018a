import { and, count, desc, eq, getTableColumns, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { OrderTask } from "../../contracts/list-rules.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Dashboard } from "../../contracts/reports/dashboard.ts";
import type { Database } from "../platform/database/database.ts";
import { startOfDay, TIME_ZONE } from "../platform/indian-time.ts";
import { orderItems, orderPayments, orders } from "./core/order-table.ts";
import { isSale, isShortOrder } from "./core/read.ts";
import { taskConditions, unpackedPieces } from "./order-list.ts";
import { paymentReason } from "./payments-to-check.ts";

/** Sales by the time they were first paid. Every figure of sales uses it. */
export const isSoldBetween = (from: Date, before?: Date) =>
  and(gte(orders.paidAt, from), before && lt(orders.paidAt, before), isSale)!;

/** Number of orders, paid money less refunds and last order of each buyer, as a subquery. Without deleted orders. */
export const buyerTotals = (db: Database) =>
  db
    .select({
      userId: orders.userId,
      orderCount: sql<number>`count(*)::int`.as("order_count"),
      spentPaise:
        sql`coalesce(sum(${orders.totalPaise} - coalesce(returned.paise, 0)) filter (where ${isSale}), 0)::bigint`
          .mapWith(Number)
          .as("spent_paise"),
      lastOrderAt: sql`max(${orders.createdAt})`.mapWith(orders.createdAt).as("last_order_at"),
    })
    .from(orders)
    .leftJoin(
      sql`(select order_id, sum(returned_paise) as paise from ${orderPayments} where outcome = 'settled' and returned_paise > 0
        group by order_id) as returned`,
      sql`returned.order_id = ${orders.id}`,
    )
    .where(isNull(orders.deletedAt))
    .groupBy(orders.userId)
    .as("buyer_totals");

const sumOfColumn = (column: AnyPgColumn) => sql`coalesce(sum(${column}), 0)`.mapWith(Number);

/** What was sold in a span of time, by item, and the totals of its orders: items − discounts + delivery. */
export async function soldItems(db: Database, from: Date, before: Date) {
  const isSold = isSoldBetween(from, before);
  const { itemType, itemId, productId, variantId, expertId, package: title } = getTableColumns(orderItems);
  const parts = { itemType, itemId, productId, variantId, expertId, package: title };
  // One snapshot, so that the items and the total agree while orders are paid.
  return db.transaction(
    async (tx) => {
      const items = await tx
        .select({
          ...parts,
          lastPaidAt: sql<string>`max(${orders.paidAt})`,
          qty: sql`sum(${orderItems.qty})`.mapWith(Number),
          paise: sql`sum(${orderItems.pricePaise}::bigint * ${orderItems.qty})`.mapWith(Number),
        })
        .from(orderItems)
        .innerJoin(orders, eq(orders.id, orderItems.orderId))
        .where(isSold)
        .groupBy(...Object.values(parts));
      const [total] = await tx
        .select({
          orders: count(),
          paise: sumOfColumn(orders.totalPaise),
          discountPaise: sumOfColumn(orders.discountPaise),
          deliveryPaise: sumOfColumn(orders.deliveryPaise),
        })
        .from(orders)
        .where(isSold);
      return { items, total: total! };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

export type SoldItem = Awaited<ReturnType<typeof soldItems>>["items"][number];

/** The titles of items as they were last sold. Asked for apart, because sorting all lines for them is slow. */
export async function lastTitles(db: Database, items: SoldItem[]) {
  const ids = items.map(({ itemId }) => itemId);
  const times = items.map(({ lastPaidAt }) => lastPaidAt);
  const rows = await db
    .select({ itemId: orderItems.itemId, title: orderItems.title })
    .from(sql`unnest(${sql.param(ids)}::text[], ${sql.param(times)}::timestamptz[]) as sold (item_id, paid_at)`)
    .innerJoin(orders, sql`${orders.paidAt} = sold.paid_at`)
    .innerJoin(orderItems, and(eq(orderItems.orderId, orders.id), sql`${orderItems.itemId} = sold.item_id`));
  return new Map(rows.map(({ itemId, title }) => [itemId, title]));
}

export async function lastPayment(db: Database) {
  const [payment] = await db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.outcome, "settled"), eq(orderPayments.method, "provider")))
    .orderBy(desc(orderPayments.at))
    .limit(1);
  if (!payment) return null;
  return { orderId: payment.orderId, amount: toRupees(payment.amountPaise), at: payment.at.toISOString() };
}

const NEWEST = 5;

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
    .select({ payment: orderPayments, deletedAt: orders.deletedAt, total: sql<number>`(count(*) over ())::int` })
    .from(orderPayments)
    .innerJoin(orders, eq(orders.id, orderPayments.orderId))
    .where(sql`${orderPayments.isToCheck}`)
    .orderBy(desc(orderPayments.at), desc(orderPayments.paymentId))
    .limit(NEWEST);
  const newest = rows.map(({ payment, deletedAt }) => ({
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    amount: toRupees(payment.amountPaise),
    currency: payment.currency,
    note: paymentReason(payment, deletedAt),
    at: payment.at.toISOString(),
  }));
  return { count: rows[0]?.total ?? 0, payments: newest };
}

/** Counts the owner's open tasks with the same conditions as the linked lists. */
async function openWork(db: Database) {
  const open = (task: OrderTask) => and(taskConditions[task], isNull(orders.deletedAt));
  const countOrders = (task: OrderTask) => sql`(select count(*)::int from ${orders} where ${open(task)})`;
  const piecesToPack = sql`(
    select coalesce(sum(${unpackedPieces}), 0)::int from ${orders}
    join ${orderItems} on ${orderItems.orderId} = ${orders.id} and ${orderItems.itemType} = 'product'
    where ${open("pack")})`;
  const { rows } = await db.execute<Omit<Dashboard["work"], "sessionsToArrange"> & Record<string, unknown>>(sql`select
    ${countOrders("pack")} as "ordersToPack", ${piecesToPack} as "piecesToPack",
    ${countOrders("address")} as "addressesMissing"`);
  return rows[0]!;
}

/** The order figures of the dashboard. `since` is the first day of sales. */
export async function orderFigures(db: Database, since: string) {
  const [total, sales, waiting, stockShort, toCheck, work] = await Promise.all([
    db.$count(orders, isNull(orders.deletedAt)),
    salesByDay(db, since),
    newestOrders(db, eq(orders.status, "paid")),
    newestOrders(db, isShortOrder),
    paymentsToCheck(db),
    openWork(db),
  ]);
  return { total, sales, waiting, stockShort, paymentsToCheck: toCheck, work };
}
