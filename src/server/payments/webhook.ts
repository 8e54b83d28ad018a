import { createHash } from "node:crypto";
import { and, asc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared, withoutWaitingForDisk } from "../platform/database/prepared.ts";
import { errorMessage } from "../platform/error-message.ts";
import { deliver } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentError } from "./errors.ts";
import { webhookEvents } from "./webhook-event-table.ts";

const REMEMBER_MS = 30 * 24 * 60 * 60_000;
const BATCH = 100;

/** What can be no id of the provider's is not asked for. */
const ID = /^\w{1,100}$/;

/** Of all that an event may carry, only the payment matters here: it names its order, its amount and its state. */
const news = z.object({
  payload: z.object({
    payment: z.object({
      entity: z.object({
        id: z.string().regex(ID),
        order_id: z.string().regex(ID).nullish(),
        amount: z.int(),
        currency: z.string().max(10),
        status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
      }),
    }),
  }),
});

function paymentIn(body: string) {
  try {
    const { payment } = news.parse(JSON.parse(body)).payload;
    const { id, order_id, amount, currency, status } = payment.entity;
    return { id, orderId: order_id ?? null, amountPaise: amount, currency, status };
  } catch {
    return undefined;
  }
}

/** Were it undone by a crash, the news would be acted upon again, to no effect. */
const markHandled = prepared(
  "news-handled",
  sql`with handled as (
      update ${webhookEvents} set handled_at = ${sql.placeholder("now")}, body = '' where id = ${sql.placeholder("id")}
    )
    select ${withoutWaitingForDisk}`,
);

/** Acts upon kept news, and empties them then, since they name the payer: the id is enough to know them again. Those that cannot be acted upon now stay kept, and none of the others waits for them. */
async function handle(deps: PaymentDeps, { id, body }: { id: string; body: string }, payment = paymentIn(body)) {
  const { db, clock, log } = deps;
  try {
    if (payment) await deliver(deps, payment);
    await markHandled(db, { id, now: clock.now() });
  } catch (error) {
    log.warn({ event: id, reason: errorMessage(error) }, "a payment's news will be looked at again");
  }
}

export interface ReceivedNews {
  body: Buffer;
  signature: string | undefined;
  eventId: string | undefined;
}

const keep = prepared<{ id: string }>(
  "keep-news",
  sql`insert into ${webhookEvents} (id, body, received_at, handled_at)
    values (${sql.placeholder("id")}, ${sql.placeholder("body")}, ${sql.placeholder("now")}, ${sql.placeholder("handledAt")})
    on conflict do nothing returning id`,
);

/** Checked, kept, then acted upon. Once kept the news are ours, so a failure to act is not the provider's to mend. */
export async function receiveWebhook(deps: PaymentDeps, { body, signature, eventId }: ReceivedNews) {
  const { db, clock, gateway, orders } = deps;
  if (!gateway.isWebhookSigned(body, signature)) throw paymentError("bad_signature");
  const id = eventId || createHash("sha256").update(body).digest("hex");
  const text = body.toString("utf8").replaceAll("\0", "");
  const now = clock.now();
  const payment = paymentIn(text);
  // Most often the browser was quicker, and there is nothing left to do. Who cannot tell acts, once the news are kept.
  const isKnown = payment !== undefined && (await orders.knowsPayment(payment.id).catch(() => false));
  const [fresh] = await keep(db, { id, body: isKnown ? "" : text, now, handledAt: isKnown ? now : null });
  if (isKnown) return;
  if (fresh) return handle(deps, { id, body: text }, payment);
  const [event] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id));
  if (event && !event.handledAt) await handle(deps, event);
}

/** Acts upon news that were kept while something failed, oldest first. */
export async function handleWaiting(deps: PaymentDeps) {
  const waiting = await deps.db
    .select()
    .from(webhookEvents)
    .where(isNull(webhookEvents.handledAt))
    .orderBy(asc(webhookEvents.receivedAt))
    .limit(BATCH);
  for (const event of waiting) await handle(deps, event);
}

export async function forgetHandled({ db, clock }: PaymentDeps) {
  const longAgo = new Date(clock.now().getTime() - REMEMBER_MS);
  await db.delete(webhookEvents).where(and(isNotNull(webhookEvents.handledAt), lt(webhookEvents.receivedAt, longAgo)));
}
