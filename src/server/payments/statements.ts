import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { paymentOrders } from "./payment-order-table.ts";

const given = sql.placeholder;

/** The statements of every purchase, prepared: built once by this process, parsed once by each connection. */
export const prepareStatements = (db: Database) => ({
  /** Inserts nothing if the order has a row. */
  insertPaymentOrder: db
    .insert(paymentOrders)
    .values({
      orderId: given("orderId"),
      createdAt: given("createdAt"),
      checkAt: given("checkAt"),
      claimedUntil: given("claimedUntil"),
    })
    .onConflictDoNothing()
    .prepare("insert-payment-order"),

  /** Ends the claim. Updates nothing if the order has a provider order already. */
  setProviderOrder: db
    .update(paymentOrders)
    .set({ providerOrderId: sql`${given("providerOrderId")}`, claimedUntil: null })
    .where(and(eq(paymentOrders.orderId, given("orderId")), isNull(paymentOrders.providerOrderId)))
    .prepare("set-provider-order"),

  findPaymentOrder: db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.orderId, given("orderId")))
    .prepare("payment-order-by-order"),

  findByProviderOrder: db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.providerOrderId, given("providerOrderId")))
    .prepare("payment-order-by-provider-order"),
});
