import { count, desc, eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { toRupees } from "../../contracts/money.ts";
import type { ItemType } from "../../contracts/orders/cart-rules.ts";
import type { Database } from "../platform/database/database.ts";
import { orderItems, orderPayments, orders } from "./order-table.ts";
import { isSoldBetween } from "./paid-orders.ts";

export interface SoldItem {
  itemType: ItemType;
  itemId: string;
  /** The title on the latest sale. */
  title: string;
  qty: number;
  paise: number;
}

const sumOfColumn = (column: AnyPgColumn) => sql`coalesce(sum(${column}), 0)`.mapWith(Number);

/** What was sold in a span of time, by item, and the totals of its orders: items − discounts + delivery. */
export async function soldItems(db: Database, from: Date, before: Date) {
  const isSold = isSoldBetween(from, before);
  // One snapshot, so that the items and the total agree while orders are paid.
  return db.transaction(
    async (tx) => {
      const items: SoldItem[] = await tx
        .select({
          itemType: orderItems.itemType,
          itemId: orderItems.itemId,
          title: sql<string>`(array_agg(${orderItems.title} order by ${orders.paidAt} desc))[1]`,
          qty: sql`sum(${orderItems.qty})`.mapWith(Number),
          paise: sql`sum(${orderItems.pricePaise}::bigint * ${orderItems.qty})`.mapWith(Number),
        })
        .from(orderItems)
        .innerJoin(orders, eq(orders.id, orderItems.orderId))
        .where(isSold)
        .groupBy(orderItems.itemType, orderItems.itemId);
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

/** The last payment that settled an order. */
export async function lastPayment(db: Database) {
  const [payment] = await db
    .select()
    .from(orderPayments)
    .where(eq(orderPayments.outcome, "settled"))
    .orderBy(desc(orderPayments.at))
    .limit(1);
  if (!payment) return null;
  return { orderId: payment.orderId, amount: toRupees(payment.amountPaise), at: payment.at.toISOString() };
}
