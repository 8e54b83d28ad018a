import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { orderPayments, orders } from "../orders/order-table.ts";
import { paymentOrders } from "../payments/payment-order-table.ts";
import type { CheckContext, Provider } from "./deps.ts";
import { type Finding, look, lookAt, note } from "./finding.ts";

/** The provider is asked about so many of each kind, the newest first: it counts calls, and the owner waits. */
const MOST_ASKED = 50;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** As long as the shop itself goes on asking. */
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

const ago = ({ clock }: CheckContext, ms: number) => new Date(clock.now().getTime() - ms);

/** Orders that wait here although the provider has the money. */
async function paidThereOnly(context: CheckContext, provider: Provider) {
  const { db, patienceMs } = context;
  const waiting = await db
    .select({ id: orders.id, providerOrderId: paymentOrders.providerOrderId })
    .from(paymentOrders)
    .innerJoin(orders, eq(orders.id, paymentOrders.orderId))
    .where(
      and(
        isNull(orders.paymentId),
        isNotNull(paymentOrders.providerOrderId),
        gt(paymentOrders.createdAt, ago(context, WEEK_MS)),
        lte(paymentOrders.createdAt, ago(context, patienceMs)),
      ),
    )
    .orderBy(desc(paymentOrders.createdAt))
    .limit(MOST_ASKED);
  const odd: string[] = [];
  for (const { id, providerOrderId } of waiting) {
    const payments = await provider.paymentsOf(providerOrderId!);
    const captured = payments.filter(({ status }) => status === "captured").map((payment) => payment.id);
    // Money that came to a cancelled order, or in another amount, is known here and told of below.
    const known = new Set(
      (await db.select().from(orderPayments).where(eq(orderPayments.orderId, id))).map(({ paymentId }) => paymentId),
    );
    if (captured.some((payment) => !known.has(payment))) odd.push(id);
  }
  return lookAt(
    odd,
    (list) =>
      `Orders that are paid at the provider and not here: ${list}. The running shop asks about them every few minutes; if one is still here in an hour, set it to paid in the admin.`,
  );
}

const newestPayments = (context: CheckContext, which: SQL, sinceMs: number) =>
  context.db
    .select()
    .from(orderPayments)
    .where(and(which, gt(orderPayments.at, ago(context, sinceMs))))
    .orderBy(desc(orderPayments.at))
    .limit(MOST_ASKED);

/** Orders that are paid here although the provider does not have the money. */
async function paidHereOnly(context: CheckContext, provider: Provider) {
  const settled = await newestPayments(context, eq(orderPayments.outcome, "settled"), WEEK_MS);
  const odd: string[] = [];
  for (const { orderId, paymentId, amountPaise } of settled) {
    const payment = await provider.findPayment(paymentId);
    const isThere = payment && ["captured", "refunded"].includes(payment.status) && payment.amountPaise === amountPaise;
    if (!isThere) odd.push(orderId);
  }
  return lookAt(
    odd,
    (list) =>
      `Orders that are paid here and not at the provider: ${list}. Look them up in the Razorpay dashboard and send nothing before the money is there.`,
  );
}

/** Money that settled no order: until it is refunded it belongs to somebody else. */
async function moneyToReturn(context: CheckContext, provider: Provider) {
  const unsettled = await newestPayments(context, ne(orderPayments.outcome, "settled"), MONTH_MS);
  const kept: string[] = [];
  for (const { orderId, paymentId } of unsettled) {
    if ((await provider.findPayment(paymentId))?.status === "captured") kept.push(orderId);
  }
  return lookAt(
    kept,
    (list) =>
      `Money that settled no order and was not refunded, for orders ${list}. The order's page in the admin says why; refund it in the Razorpay dashboard or settle it with the buyer.`,
  );
}

/** The reconciling job puts each question off before it asks, so none stays due for long while the shop runs. */
async function notAskedAbout(context: CheckContext) {
  const { db, isShopRunning, patienceMs } = context;
  if (!isShopRunning) return [];
  const overdue = await db
    .select({ id: paymentOrders.orderId })
    .from(paymentOrders)
    .where(
      and(
        isNull(paymentOrders.arrivedAt),
        isNotNull(paymentOrders.providerOrderId),
        gt(paymentOrders.createdAt, ago(context, WEEK_MS)),
        lt(paymentOrders.checkAt, ago(context, Math.max(patienceMs, HOUR_MS))),
      ),
    )
    .orderBy(sql`${paymentOrders.checkAt}`);
  return lookAt(
    overdue.map(({ id }) => id),
    (list) =>
      `The shop has not asked the provider about these unpaid orders for more than an hour: ${list}. The provider may be down or refuse the keys; the shop's log says which.`,
  );
}

/** Payments: what the provider says and what the shop says are the same. */
export async function examinePayments(context: CheckContext): Promise<Finding[]> {
  const { provider, settings, isShopRunning } = context;
  // It lives in the shop, and no money moves in it.
  if (settings.payments === "sandbox" && !isShopRunning)
    return [note("The sandbox was not asked about payments: it answers only while the shop runs.")];
  const own = await notAskedAbout(context);
  try {
    return [
      ...own,
      ...(await paidThereOnly(context, provider)),
      ...(await paidHereOnly(context, provider)),
      ...(await moneyToReturn(context, provider)),
    ];
  } catch (error) {
    const who = settings.payments === "sandbox" ? "the sandbox gateway" : "the payment provider";
    const why = error instanceof Error ? error.message : "no answer";
    return [
      ...own,
      look(
        `The doctor could not ask ${who} (${why.replace(/\.$/, "")}). Check the keys and try again in some minutes.`,
      ),
    ];
  }
}
