import { type SQL, sql } from "drizzle-orm";
import { paymentOrders } from "./payment-order-table.ts";

/** Part of whatever settles an order: from then on the provider is not asked about it any more. */
export const arrivedStep = (orderId: SQL, at: SQL) =>
  sql`update ${paymentOrders} set arrived_at = ${at} where order_id = ${orderId}`;
