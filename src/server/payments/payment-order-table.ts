import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Links an order to the provider's order for it. Inserted before the provider is called, so there is only one per order. */
export const paymentOrders = pgTable(
  "payment_orders",
  {
    orderId: uuid("order_id").primaryKey(),
    providerOrderId: text("provider_order_id").unique(),
    /** A lease: until then one process is creating the provider's order, and the others wait. */
    claimedUntil: timestamptz("claimed_until"),
    /** The provider was called before, and its response did not reach us. */
    askedBefore: boolean("asked_before").notNull().default(false),
    createdAt: timestamptz("created_at").notNull(),
    /** When the reconcile job asks the provider next. */
    checkAt: timestamptz("check_at").notNull(),
    /** When the payment that settled the order arrived. Reconcile skips the order from then on. */
    arrivedAt: timestamptz("arrived_at"),
  },
  (table) => [index("payment_orders_to_check").on(table.checkAt).where(sql`${table.arrivedAt} is null`)],
);
export type PaymentOrder = typeof paymentOrders.$inferSelect;
