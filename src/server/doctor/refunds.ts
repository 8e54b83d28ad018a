import { and, eq, lt, ne, sql } from "drizzle-orm";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { orderPayments } from "../orders/order-table.ts";
import { DAY_MS } from "../platform/clock.ts";
import { disputes } from "../refunds/dispute-table.ts";
import { refunds } from "../refunds/refund-table.ts";
import { ago, type CheckContext, problemWith, toIds } from "./check.ts";

const refundedOf = (statuses: string) => sql`(
  select coalesce(sum(${refunds.amountPaise}), 0) from ${refunds}
  where ${refunds.paymentId} = ${orderPayments.paymentId} and ${refunds.status} in (${sql.raw(statuses)}))`;
const lostOf = sql`(
  select coalesce(sum(${disputes.amountPaise}), 0) from ${disputes}
  where ${disputes.paymentId} = ${orderPayments.paymentId} and ${disputes.status} = 'lost')`;

/** Payments of which more was refunded than was captured. */
async function* findTooHigh({ db }: CheckContext) {
  const wrong = await db
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .where(sql`${refundedOf("'processed'")} > ${orderPayments.amountPaise}`);
  yield* problemWith(
    toIds(wrong),
    (list) =>
      `Orders of which more was refunded than was paid: ${list}. Compare their payments with the ${PROVIDER_LABEL} dashboard.`,
  );
}

/** Payments whose stored `returnedPaise` differs from their refunds and lost disputes. It limits further refunds. */
async function* findMiscounted({ db }: CheckContext) {
  const sum = sql`${refundedOf("'pending', 'processed'")} + ${lostOf}`;
  const wrong = await db
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .where(ne(orderPayments.returnedPaise, sum));
  yield* problemWith(
    toIds(wrong),
    (list) => `Orders whose refunds do not add up to what is noted with their payment: ${list}. Please report this.`,
  );
}

/** A refund without its payment, or of a payment of another order. */
async function* findStray({ db }: CheckContext) {
  const isOwn = sql`exists (select from ${orderPayments}
    where ${orderPayments.paymentId} = ${refunds.paymentId} and ${orderPayments.orderId} = ${refunds.orderId})`;
  const stray = await db.select({ id: refunds.orderId }).from(refunds).where(sql`not ${isOwn}`);
  yield* problemWith(toIds(stray), (list) => `Refunds of payments that their order does not have: ${list}.`);
}

async function* findLate(context: CheckContext) {
  const late = await context.db
    .select({ id: refunds.orderId })
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), lt(refunds.createdAt, ago(context, DAY_MS))));
  yield* problemWith(
    toIds(late),
    (list) =>
      `Refunds that have been pending for more than a day, for orders ${list}. Look them up in the ${PROVIDER_LABEL} dashboard; the shop's log says why they could not be sent.`,
  );
}

export async function* checkRefunds(context: CheckContext) {
  yield* findTooHigh(context);
  yield* findMiscounted(context);
  yield* findStray(context);
  yield* findLate(context);
}
