import { and, asc, desc, eq, isNotNull, isNull, lt, lte } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import { errorMessage } from "../platform/log.ts";
import { deliverPayment } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentError } from "./errors.ts";
import type { ProviderPayment, WebhookEvent, WebhookRequest } from "./provider/provider.ts";
import { insertEvent, setHandled } from "./statements.ts";
import { webhookEvents } from "./webhook-event-table.ts";

const RETENTION_MS = 30 * 24 * 60 * 60_000;
const BATCH = 100;
const FIRST_PAUSE_MS = MINUTE_MS;
const MAX_PAUSE_MS = 6 * HOUR_MS;

/** Backoff of the retries: 1, 2, 4 … minutes. Events that always fail let the others pass. */
const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);

type EventPayload = Pick<WebhookEvent, "payment" | "refund" | "dispute">;

/** Older versions stored the payment alone. */
function parseStoredEvent(body: string): EventPayload {
  const stored = JSON.parse(body) as EventPayload | ProviderPayment;
  return "amountPaise" in stored ? { payment: stored } : stored;
}

/** Handles the payment first: a refund event may be the first event that mentions its payment. */
async function deliver(deps: PaymentDeps, { payment, refund, dispute }: EventPayload) {
  if (payment) await deliverPayment(deps, payment);
  if (refund) await deps.refundEvents.onRefund(refund);
  if (dispute) await deps.refundEvents.onDispute(dispute);
}

/** An event that fails stays stored for a later run and does not stop the others. */
async function tryDeliver(deps: PaymentDeps, id: string, news: EventPayload | string) {
  try {
    await deliver(deps, typeof news === "string" ? parseStoredEvent(news) : news);
    return true;
  } catch (error) {
    deps.log.warn({ event: id, reason: errorMessage(error) }, "a payment's news will be looked at again");
    return false;
  }
}

async function handle(deps: PaymentDeps, { id, body }: { id: string; body: string }) {
  if (await tryDeliver(deps, id, body)) await setHandled(deps.db, { id, at: deps.clock.now() });
}

/**
 * Verifies, stores and handles an event. A stored event is retried here, so the provider need not send it again. News
 * of a payment alone may be handled twice, so it is handled first and stored once. Other events are stored first.
 */
export async function receiveWebhook(deps: PaymentDeps, request: WebhookRequest) {
  const { db, clock, provider } = deps;
  const event = (await provider.current()).readWebhook(request);
  if (!event) throw paymentError("bad_signature");
  const { id, kind, ...news } = event;
  const mayRepeat = !news.refund && !news.dispute;
  const isDone = mayRepeat && (await tryDeliver(deps, id, news));
  const now = clock.now();
  const body = isDone ? "" : JSON.stringify(news);
  const row = { id, kind, body, receivedAt: now, handledAt: isDone ? now : null };
  const { rowCount } = await insertEvent(db, row);
  if (mayRepeat) return;
  if (rowCount === 1) return handle(deps, row);
  const [stored] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id));
  if (stored && !stored.handledAt) await handle(deps, stored);
}

/** The pause is written before an event is handled, so that one which ends the process does not stop the others. */
export async function retryFailedEvents(deps: PaymentDeps) {
  const { db, clock } = deps;
  const now = clock.now();
  const failed = await db
    .select()
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.handledAt), lte(webhookEvents.nextAttemptAt, now)))
    .orderBy(asc(webhookEvents.nextAttemptAt))
    .limit(BATCH);
  for (const event of failed) {
    const attempts = event.attempts + 1;
    const nextAttemptAt = new Date(now.getTime() + pauseAfter(attempts));
    await db.update(webhookEvents).set({ attempts, nextAttemptAt }).where(eq(webhookEvents.id, event.id));
    await handle(deps, event);
  }
}

export async function deleteExpiredEvents({ db, clock }: PaymentDeps) {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  await db.delete(webhookEvents).where(and(isNotNull(webhookEvents.handledAt), lt(webhookEvents.receivedAt, before)));
}

export async function lastEvent({ db }: PaymentDeps) {
  const [event] = await db
    .select({ kind: webhookEvents.kind, at: webhookEvents.receivedAt })
    .from(webhookEvents)
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(1);
  return event ? { kind: event.kind, at: event.at.toISOString() } : null;
}
