import { and, desc, isNotNull, lt } from "drizzle-orm";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import { valuesIn } from "../platform/database/statement.ts";
import { backoff } from "../platform/jobs/job-kind.ts";
import { errorMessage } from "../platform/log.ts";
import { deliverPayment } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentError } from "./errors.ts";
import type { ProviderPayment, WebhookEvent, WebhookRequest } from "./provider/provider.ts";
import { findEvent, insertEvent, insertUnhandledEvent, setHandled } from "./statements.ts";
import { webhookEvents } from "./webhook-event-table.ts";

const RETENTION_MS = 30 * DAY_MS;
/** The provider calls again if no answer comes within five seconds. */
const WAIT_MS = 4_000;

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

const defineEventJob = ({ jobs }: Pick<PaymentDeps, "jobs">) =>
  jobs.define<{ id: string }>("payment-event", {
    queue: "payment",
    retryMs: backoff(MINUTE_MS, 6 * HOUR_MS),
    giveUpAfterMs: RETENTION_MS,
  });

/** An event that fails stays stored for a later run and does not stop the others. */
export function handleEvents(deps: PaymentDeps) {
  const { db, clock } = deps;
  defineEventJob(deps).handle(async ({ payload: { id } }) => {
    const [event] = await findEvent(db, { id });
    if (!event || event.handledAt) return;
    await deliver(deps, parseStoredEvent(event.body));
    await setHandled(db, { id, at: clock.now() });
  });
}

/**
 * Verifies, stores and handles an event. A stored event is retried here, so the provider need not send it again. News
 * of a payment alone may be handled twice, so it is handled first and stored once. Other events are stored first.
 */
export async function receiveWebhook(deps: PaymentDeps, request: WebhookRequest) {
  const { db, clock, provider, log, jobs } = deps;
  const event = (await provider.current()).readWebhook(request);
  if (!event) throw paymentError("bad_signature");
  const { id, kind, ...news } = event;
  const row = { id, kind, receivedAt: clock.now() };
  const mayRepeat = !news.refund && !news.dispute;
  if (mayRepeat) {
    try {
      await deliver(deps, news);
      await insertEvent(db, valuesIn("event", { ...row, body: "", handledAt: row.receivedAt }));
      return;
    } catch (error) {
      log.warn({ event: id, reason: errorMessage(error) }, "a payment's news will be looked at again");
    }
  }
  const job = { key: `payment-event:${id}`, payload: { id } };
  const handling = defineEventJob(deps);
  const stored = { ...row, body: JSON.stringify(news), handledAt: null };
  const { rowCount } = await insertUnhandledEvent(db, {
    ...valuesIn("event", stored),
    ...valuesIn("job", handling.toRow(job)),
  });
  if (mayRepeat) return;
  const [known] = rowCount === 1 ? [] : await findEvent(db, { id });
  if (known?.handledAt) return;
  if (known) await handling.enqueueOrRepeat(db, job);
  await jobs.runNow("payment", job.key, WAIT_MS);
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
