import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { paymentOrders } from "./payment-order-table.ts";
import { webhookEvents } from "./webhook-event-table.ts";

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

  setArrived: db
    .update(paymentOrders)
    .set({ arrivedAt: sql`${given("at")}` })
    .where(eq(paymentOrders.orderId, given("orderId")))
    .prepare("set-payment-arrived"),

  /** Inserts nothing if the event is stored. */
  insertEvent: db
    .insert(webhookEvents)
    .values({
      id: given("id"),
      body: given("body"),
      kind: given("kind"),
      receivedAt: given("receivedAt"),
      // Drizzle cannot encode null for a placeholder of a date; the driver can.
      handledAt: sql`${given("handledAt")}`,
    })
    .onConflictDoNothing()
    .prepare("insert-webhook-event"),

  setEventHandled: db
    .update(webhookEvents)
    .set({ handledAt: sql`${given("at")}`, body: "" })
    .where(eq(webhookEvents.id, given("id")))
    .prepare("set-webhook-event-handled"),
});
