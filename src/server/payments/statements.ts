import { and, eq, isNull, sql } from "drizzle-orm";
import { isRecorded } from "../orders/core/read.ts";
import { given, statement } from "../platform/database/statement.ts";
import { paymentOrders } from "./payment-order-table.ts";
import { webhookEvents } from "./webhook-event-table.ts";

/** Inserts nothing if the order has a row. */
export const insertPaymentOrder = statement("insert-payment-order", (db) =>
  db
    .insert(paymentOrders)
    .values({
      orderId: given("orderId"),
      createdAt: given("createdAt"),
      checkAt: given("checkAt"),
      claimedUntil: given("claimedUntil"),
    })
    .onConflictDoNothing(),
);

/** Ends the claim. Updates nothing if the order has a provider order already. */
export const setProviderOrder = statement("set-provider-order", (db) =>
  db
    .update(paymentOrders)
    .set({ providerOrderId: sql`${given("providerOrderId")}`, claimedUntil: null })
    .where(and(eq(paymentOrders.orderId, given("orderId")), isNull(paymentOrders.providerOrderId))),
);

export const findPaymentOrder = statement("payment-order-by-order", (db) =>
  db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.orderId, given("orderId"))),
);

export const findByProviderOrder = statement("payment-order-by-provider-order", (db) =>
  db
    .select({ row: paymentOrders, isRecorded: isRecorded(given("paymentId")) })
    .from(paymentOrders)
    .where(eq(paymentOrders.providerOrderId, given("providerOrderId"))),
);

export const setArrived = statement("set-payment-arrived", (db) =>
  db
    .update(paymentOrders)
    .set({ arrivedAt: sql`${given("at")}` })
    .where(eq(paymentOrders.orderId, given("orderId"))),
);

/** Inserts nothing for an event that has arrived before. */
export const insertEvent = statement("insert-webhook-event", (db) =>
  db
    .insert(webhookEvents)
    .values({
      id: given("id"),
      kind: given("kind"),
      body: given("body"),
      receivedAt: given("receivedAt"),
      nextAttemptAt: given("receivedAt"),
      handledAt: sql`${given("handledAt")}`,
    })
    .onConflictDoNothing(),
);

export const setHandled = statement("set-webhook-event-handled", (db) =>
  db
    .update(webhookEvents)
    .set({ handledAt: sql`${given("at")}`, body: "" })
    .where(eq(webhookEvents.id, given("id"))),
);
