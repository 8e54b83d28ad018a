import { randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../platform/database.ts";
import type { OrderDeps } from "./deps.ts";
import { announcePaid, announcePaymentToCheck } from "./mails.ts";
import { lockOrder, type OrderRow } from "./order-rows.ts";
import { keepStockIfLeft } from "./order-stock.ts";
import { orderHistory, orderPayments, orders, type paymentOutcomes } from "./order-table.ts";

/** Money that the provider says it has taken. */
export interface ArrivedPayment {
  paymentId: string;
  amountPaise: number;
  currency: string;
}
export type PaymentOutcome = (typeof paymentOutcomes)[number];

function outcomeOf(order: OrderRow, payment: ArrivedPayment): PaymentOutcome {
  if (payment.currency !== "INR" || payment.amountPaise !== order.totalPaise) return "amount_differs";
  if (order.deletedAt) return "order_deleted";
  if (order.status === "cancelled") return "order_cancelled";
  return order.paymentId ? "paid_twice" : "settled";
}

/**
 * The one way money reaches an order, whichever road brought the news: the browser, the webhook or the reconciling job.
 * The order is locked and each payment is written down once, so it does not matter how often or in what order they arrive.
 */
export async function settle(deps: OrderDeps, orderId: string, payment: ArrivedPayment): Promise<PaymentOutcome> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const outcome = outcomeOf(order, payment);
    const row = { ...payment, orderId: order.id, outcome, at: deps.clock.now() };
    const { rowCount } = await tx.insert(orderPayments).values(row).onConflictDoNothing();
    if (rowCount === 0) return outcomeBefore(tx, payment.paymentId);

    if (outcome === "settled") await markPaid(tx, deps, order, payment.paymentId);
    else await announcePaymentToCheck(tx, deps, payment.paymentId);
    return outcome;
  });
}

async function outcomeBefore(tx: Transaction, paymentId: string) {
  const [known] = await tx.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
  return known!.outcome;
}

/** An order the owner has already moved on by hand keeps its status and learns which payment was its own. */
async function markPaid(tx: Transaction, deps: OrderDeps, order: OrderRow, paymentId: string) {
  const kept = await keepStockIfLeft(tx, deps, order);
  const isNews = order.status === "pending";
  const change = tx
    .update(orders)
    .set({ paymentId, ...(isNews && { status: "paid" }), ...kept })
    .where(eq(orders.id, order.id));
  const news = { orderId: order.id, status: "paid", actor: "payment" } as const;
  const noted = tx.insert(orderHistory).values({ ...news, id: randomUUIDv7(), at: deps.clock.now() });
  await (isNews ? tx.execute(sql`with changed as ${change}, noted as ${noted} select`) : change);
  await announcePaid(tx, deps, order.id);
}
