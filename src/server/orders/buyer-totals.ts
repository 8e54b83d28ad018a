import { isNull, sql } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { orders } from "./order-table.ts";
import { isSale } from "./paid-orders.ts";

/** Number of orders, paid money and last order of each buyer, as a subquery. Deleted orders do not count. */
export const buyerTotals = (db: Database) =>
  db
    .select({
      userId: orders.userId,
      orderCount: sql<number>`count(*)::int`.as("order_count"),
      spentPaise: sql`coalesce(sum(${orders.totalPaise}) filter (where ${isSale}), 0)::bigint`
        .mapWith(Number)
        .as("spent_paise"),
      lastOrderAt: sql`max(${orders.createdAt})`.mapWith(orders.createdAt).as("last_order_at"),
    })
    .from(orders)
    .where(isNull(orders.deletedAt))
    .groupBy(orders.userId)
    .as("buyer_totals");
