import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Our own note of a payment, written before the provider is asked: an order is one payment there, however often it is asked for. */
export const paymentOrders = pgTable(
  "payment_orders",
  {
    orderId: uuid("order_id").primaryKey(),
    providerOrderId: text("provider_order_id").unique(),
    /** Until then one process is busy asking the provider; the others wait for its answer. */
    claimedUntil: timestamptz("claimed_until"),
    /** The provider was asked before and its answer did not reach us. */
    askedBefore: boolean("asked_before").notNull().default(false),
    createdAt: timestamptz("created_at").notNull(),
    /** When the reconciling job asks the provider about it next. */
    checkAt: timestamptz("check_at").notNull(),
    /** The money that settled the order has arrived; there is nothing more to ask. */
    arrivedAt: timestamptz("arrived_at"),
  },
  (table) => [index("payment_orders_to_check").on(table.checkAt).where(sql`${table.arrivedAt} is null`)],
);
