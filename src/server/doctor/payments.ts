import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { disputes } from "../orders/core/dispute-table.ts";
import { orderPayments, orders } from "../orders/core/order-table.ts";
import { refunds } from "../orders/core/refund-table.ts";
import { paymentOrders } from "../payments/payment-order-table.ts";
import { webhookEvents } from "../payments/webhook-event-table.ts";
import { DAY_MS, HOUR_MS } from "../platform/clock.ts";
import { jobs } from "../platform/jobs/job-table.ts";
import { ago, type CheckContext, note, problem, problemWith, toIds } from "./check.ts";

/** Limits the checked payments, newest first: each is a call to the provider, which has rate limits. */
const MAX_CALLS = 50;
/** Orders are checked up to this age. */
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

/** An order of the sandbox or of other keys. */
const noneIfUnknown = (error: { kind?: string }) => (error.kind === "not_found" ? [] : Promise.reject(error));

/** Without money of the provider; the owner may have marked it as paid. */
const isUnsettled = sql`not exists (select from ${orderPayments} where ${orderPayments.orderId} = ${orders.id}
  and ${orderPayments.outcome} = 'settled' and ${orderPayments.method} = 'provider')`;

async function* findPaidAtProviderOnly(context: CheckContext) {
  const { db, provider, graceMs } = context;
  const unpaid = await db
    .select({ id: orders.id, providerOrderId: paymentOrders.providerOrderId })
    .from(paymentOrders)
    .innerJoin(orders, eq(orders.id, paymentOrders.orderId))
    .where(
      and(
        isUnsettled,
        isNotNull(paymentOrders.providerOrderId),
        gt(paymentOrders.createdAt, ago(context, WEEK_MS)),
        lte(paymentOrders.createdAt, ago(context, graceMs)),
      ),
    )
    .orderBy(desc(paymentOrders.createdAt))
    .limit(MAX_CALLS);
  const wrong: string[] = [];
  for (const { id, providerOrderId } of unpaid) {
    const payments = await provider.paymentsOf(providerOrderId!).catch(noneIfUnknown);
    const captured = payments.filter(({ status }) => status === "captured");
    // Known payments that settled nothing are reported by findUnrefunded.
    const known = await db.select().from(orderPayments).where(eq(orderPayments.orderId, id));
    const isKnown = (payment: { id: string }) => known.some(({ paymentId }) => paymentId === payment.id);
    if (!captured.every(isKnown)) wrong.push(id);
  }
  yield* problemWith(
    wrong,
    (list) =>
      `Orders that are paid at the provider and not here: ${list}. The running shop asks about them every few minutes; if one is still here in an hour, set it to paid in the admin.`,
  );
}

const newestPayments = (context: CheckContext, filter: SQL, sinceMs: number) =>
  context.db
    .select()
    .from(orderPayments)
    .where(and(filter, eq(orderPayments.method, "provider"), gt(orderPayments.at, ago(context, sinceMs))))
    .orderBy(desc(orderPayments.at))
    .limit(MAX_CALLS);

async function* findPaidHereOnly(context: CheckContext) {
  const settled = await newestPayments(context, eq(orderPayments.outcome, "settled"), WEEK_MS);
  const wrong: string[] = [];
  for (const { orderId, paymentId, amountPaise } of settled) {
    const payment = await context.provider.findPayment(paymentId);
    const isCaptured =
      payment && ["captured", "refunded"].includes(payment.status) && payment.amountPaise === amountPaise;
    if (!isCaptured) wrong.push(orderId);
  }
  yield* problemWith(
    wrong,
    (list) =>
      `Orders that are paid here and not at the provider: ${list}. Look them up in the ${PROVIDER_LABEL} dashboard and send nothing before the money is there.`,
  );
}

async function* findUnrefunded(context: CheckContext) {
  const unsettled = await newestPayments(context, sql`${orderPayments.isToCheck}`, MONTH_MS);
  const unrefunded: string[] = [];
  for (const { orderId, paymentId } of unsettled) {
    if ((await context.provider.findPayment(paymentId))?.status === "captured") unrefunded.push(orderId);
  }
  yield* problemWith(
    unrefunded,
    (list) =>
      `Money that belongs to no order and was not refunded, for orders ${list}. The order's page in the admin says why; refund it there, or mark it as dealt with.`,
  );
}

/** A check moves its job's time forward, so an old one means that no job runs. */
async function* findNotReconciled(context: CheckContext) {
  if (!context.isShopRunning) return;
  const overdue = await context.db
    .select({ id: paymentOrders.orderId })
    .from(jobs)
    .innerJoin(paymentOrders, sql`${jobs.key} = 'payment-check:' || ${paymentOrders.orderId}`)
    .where(
      and(
        eq(jobs.state, "waiting"),
        isNull(paymentOrders.arrivedAt),
        isNotNull(paymentOrders.providerOrderId),
        gt(paymentOrders.createdAt, ago(context, WEEK_MS)),
        lt(jobs.dueAt, ago(context, Math.max(context.graceMs, HOUR_MS))),
      ),
    )
    .orderBy(jobs.dueAt);
  yield* problemWith(
    toIds(overdue),
    (list) =>
      `The shop has not asked the provider about these unpaid orders for more than an hour: ${list}. The provider may be down or refuse the keys; the shop's log says which.`,
  );
}

export async function* checkPayments(context: CheckContext) {
  const isSandbox = context.settings.payments === "sandbox";
  // The sandbox is part of the shop process.
  if (isSandbox && !context.isShopRunning) {
    yield note("The sandbox was not asked about payments: it answers only while the shop runs.");
    return;
  }
  yield* findNotReconciled(context);
  try {
    yield* findPaidAtProviderOnly(context);
    yield* findPaidHereOnly(context);
    yield* findUnrefunded(context);
  } catch (error) {
    const providerName = isSandbox ? "the sandbox gateway" : "the payment provider";
    const reason = error instanceof Error ? error.message : "no answer";
    yield problem(
      `The doctor could not ask ${providerName} (${reason.replace(/\.$/, "")}). Check the keys and try again in some minutes.`,
    );
  }
}

export async function* checkWebhooks(context: CheckContext) {
  const { db, graceMs, isShopRunning } = context;
  const unhandled = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.handledAt), lt(webhookEvents.receivedAt, ago(context, graceMs))))
    .orderBy(webhookEvents.receivedAt);
  if (unhandled.length > 0 && !isShopRunning)
    yield note(`${unhandled.length} of the provider's news wait; the shop acts upon them when it starts.`);
  else
    yield* problemWith(
      toIds(unhandled),
      (list) =>
        `The provider's news were received and not acted upon: ${list}. The shop tries again every minute; its log says what stands in the way.`,
    );
}

const refundedOf = (statuses: string) => sql`(
  select coalesce(sum(${refunds.amountPaise}), 0) from ${refunds}
  where ${refunds.paymentId} = ${orderPayments.paymentId} and ${refunds.status} in (${sql.raw(statuses)}))`;
const lostOf = sql`(
  select coalesce(sum(${disputes.amountPaise}), 0) from ${disputes}
  where ${disputes.paymentId} = ${orderPayments.paymentId} and ${disputes.status} = 'lost')`;

export async function* checkRefunds(context: CheckContext) {
  const { db } = context;
  const tooHigh = await db
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .where(sql`${refundedOf("'processed'")} > ${orderPayments.amountPaise}`);
  yield* problemWith(
    toIds(tooHigh),
    (list) =>
      `Orders of which more was refunded than was paid: ${list}. Compare their payments with the ${PROVIDER_LABEL} dashboard.`,
  );
  // `returnedPaise` limits further refunds.
  const miscounted = await db
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .where(ne(orderPayments.returnedPaise, sql`${refundedOf("'pending', 'processed'")} + ${lostOf}`));
  yield* problemWith(
    toIds(miscounted),
    (list) => `Orders whose refunds do not add up to what is noted with their payment: ${list}. Please report this.`,
  );
  const isOwn = sql`exists (select from ${orderPayments}
    where ${orderPayments.paymentId} = ${refunds.paymentId} and ${orderPayments.orderId} = ${refunds.orderId})`;
  const stray = await db.select({ id: refunds.orderId }).from(refunds).where(sql`not ${isOwn}`);
  yield* problemWith(toIds(stray), (list) => `Refunds of payments that their order does not have: ${list}.`);
  const late = await db
    .select({ id: refunds.orderId })
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), lt(refunds.createdAt, ago(context, DAY_MS))));
  yield* problemWith(
    toIds(late),
    (list) =>
      `Refunds that have been pending for more than a day, for orders ${list}. Look them up in the ${PROVIDER_LABEL} dashboard; the shop's log says why they could not be sent.`,
  );
}
