import { and, eq, isNull, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { isRecorded } from "../orders/core/read.ts";
import { given, givenColumns, statement } from "../platform/database/statement.ts";
import { newColumns } from "../platform/jobs/job-statements.ts";
import { jobs } from "../platform/jobs/job-table.ts";
import { paymentOrders } from "./payment-order-table.ts";
import { webhookEvents } from "./webhook-event-table.ts";

const withJob = (db: NodePgDatabase) => {
  const insertJob = db
    .insert(jobs)
    .values(givenColumns("job", newColumns))
    .onConflictDoNothing({ target: jobs.key })
    .returning({ id: jobs.id });
  return db.with(db.$with("job").as(insertJob));
};

/** With the job that checks it. Inserts nothing if the order has a row. */
export const insertPaymentOrder = statement("insert-payment-order", (db) =>
  withJob(db)
    .insert(paymentOrders)
    .values({
      orderId: given("orderId"),
      createdAt: given("createdAt"),
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

const eventColumns = ["id", "kind", "body", "receivedAt", "handledAt"] as const;

/** Inserts nothing for an event that has arrived before. */
export const insertEvent = statement("insert-webhook-event", (db) =>
  db.insert(webhookEvents).values(givenColumns("event", eventColumns)).onConflictDoNothing(),
);

/** With the job that handles it. */
export const insertUnhandledEvent = statement("insert-unhandled-webhook-event", (db) =>
  withJob(db).insert(webhookEvents).values(givenColumns("event", eventColumns)).onConflictDoNothing(),
);

export const findEvent = statement("webhook-event-by-id", (db) =>
  db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.id, given("id"))),
);

export const setHandled = statement("set-webhook-event-handled", (db) =>
  db
    .update(webhookEvents)
    .set({ handledAt: sql`${given("at")}`, body: "" })
    .where(eq(webhookEvents.id, given("id"))),
);
