import { randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { OrderDeps } from "./deps.ts";
import { announcePaid, announcePaymentToCheck } from "./mails.ts";
import { lockOrder, type OrderRow } from "./order-rows.ts";
import { keepStockIfLeft } from "./order-stock.ts";
import { orderHistory, orderPayments, orders, type paymentOutcomes } from "./order-table.ts";
import { type ArrivedPayment, createSettleAtOnce } from "./settle-at-once.ts";

export type PaymentOutcome = (typeof paymentOutcomes)[number];

function outcomeOf(order: OrderRow, payment: ArrivedPayment): PaymentOutcome {
  if (payment.currency !== "INR" || payment.amountPaise !== order.totalPaise) return "amount_differs";
  if (order.deletedAt) return "order_deleted";
  if (order.status === "cancelled") return "order_cancelled";
  return order.paymentId ? "paid_twice" : "settled";
}

async function outcomeBefore(db: Database | Transaction, paymentId: string) {
  const [known] = await db.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
  return known?.outcome;
}

/** The careful road, for whatever is not the usual case. */
async function settleInSteps(deps: OrderDeps, orderId: string, payment: ArrivedPayment): Promise<PaymentOutcome> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const outcome = outcomeOf(order, payment);
    const row = { ...payment, orderId: order.id, outcome, at: deps.clock.now() };
    const { rowCount } = await tx.insert(orderPayments).values(row).onConflictDoNothing();
    if (rowCount === 0) return (await outcomeBefore(tx, payment.paymentId))!;

    if (outcome === "settled") await markPaid(tx, deps, order, payment.paymentId);
    else await announcePaymentToCheck(tx, deps, payment.paymentId);
    return outcome;
  });
}

/** An order the owner has already moved on by hand keeps its status and learns which payment was its own. */
async function markPaid(tx: Transaction, deps: OrderDeps, order: OrderRow, paymentId: string) {
  const now = deps.clock.now();
  const kept = await keepStockIfLeft(tx, deps, order);
  const isNews = order.status === "pending";
  const change = tx
    .update(orders)
    .set({ paymentId, ...(isNews && { status: "paid" }), ...kept })
    .where(eq(orders.id, order.id));
  const news = { orderId: order.id, status: "paid", actor: "payment" } as const;
  const noted = tx.insert(orderHistory).values({ ...news, id: randomUUIDv7(), at: now });
  const settled = deps.settledStep(sql`${order.id}::uuid`, sql`${now.toISOString()}::timestamptz`);
  const steps = [sql`changed as ${change}`, sql`settled as (${settled})`, ...(isNews ? [sql`noted as ${noted}`] : [])];
  await tx.execute(sql`with ${sql.join(steps, sql`, `)} select`);
  await announcePaid(tx, deps, order.id);
}

/**
 * The one way money reaches an order, whichever road brought the news: the browser, the webhook or the reconciling job.
 * The order is locked and each payment is written down once, so it does not matter how often or in what order they arrive.
 */
export function createSettle(deps: OrderDeps) {
  const settleAtOnce = createSettleAtOnce(deps);
  return async (orderId: string, payment: ArrivedPayment): Promise<PaymentOutcome> => {
    if (await settleAtOnce(orderId, payment)) return "settled";
    return (await outcomeBefore(deps.db, payment.paymentId)) ?? settleInSteps(deps, orderId, payment);
  };
}
