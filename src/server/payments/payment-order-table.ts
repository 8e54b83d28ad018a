import { pgTable, text } from "drizzle-orm/pg-core";
import { ofOrder } from "../orders/core/order-table.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Links an order to the provider's order for it. Inserted before the provider is called, so there is only one per order. */
export const paymentOrders = pgTable("payment_orders", {
  orderId: ofOrder().primaryKey(),
  providerOrderId: text("provider_order_id").unique(),
  /** A lease: until then one process is creating the provider's order, and the others wait. */
  claimedUntil: timestamptz("claimed_until"),
  createdAt: timestamptz("created_at").notNull(),
  /** When the payment that settled the order arrived. The order is not checked from then on. */
  arrivedAt: timestamptz("arrived_at"),
  /** When a browser's claim of payment last caused a request to the provider. Used for the rate limit. */
  askedAt: timestamptz("asked_at"),
  /** The last payment with a valid signature that was checked with the provider. */
  askedPaymentId: text("asked_payment_id"),
});
export type PaymentOrder = typeof paymentOrders.$inferSelect;
