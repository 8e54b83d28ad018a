import { randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import { bookAppointments } from "./order-appointments.ts";
import { confirmCoupon } from "./order-coupon.ts";
import { lockOrder, type OrderRow } from "./order-rows.ts";
import { sellStock } from "./order-stock.ts";
import { orderHistory, orderPayments, orders, type PaymentOutcome } from "./order-table.ts";
import type { OrderContext } from "./service.ts";

/** Money that the payment provider has taken. */
export interface ReceivedPayment {
  paymentId: string;
  amountPaise: number;
  currency: string;
}

/** The money rule: what a payment means for its order. */
function decideOutcome(order: OrderRow, payment: ReceivedPayment): PaymentOutcome {
  if (payment.currency !== "INR" || payment.amountPaise !== order.totalPaise) return "amount_differs";
  if (order.deletedAt) return "order_deleted";
  if (order.status === "cancelled") return "order_cancelled";
  return order.paymentId ? "paid_twice" : "settled";
}

/** The outcome of a payment that has been recorded. */
async function findOutcome(tx: Transaction, paymentId: string) {
  const [payment] = await tx
    .select({ outcome: orderPayments.outcome })
    .from(orderPayments)
    .where(eq(orderPayments.paymentId, paymentId));
  return payment?.outcome;
}

/** A prepared statement, because every webhook runs it. */
export const preparePayment = (db: Database) =>
  db
    .select({ id: orderPayments.paymentId })
    .from(orderPayments)
    .where(eq(orderPayments.paymentId, sql.placeholder("paymentId")))
    .prepare("recorded-payment");

/** An order that the owner has already moved past "pending" keeps its status. */
async function markPaid(tx: Transaction, context: OrderContext, order: OrderRow, paymentId: string) {
  await confirmCoupon(tx, context, order, { actor: "payment" });
  await bookAppointments(tx, context, order);
  const { stock = order.stock, stockShort } = await sellStock(tx, context, order);
  const isPending = order.status === "pending";
  const status = isPending ? "paid" : order.status;
  const now = context.clock.now();
  await tx
    .update(orders)
    .set({ paymentId, paidAt: order.paidAt ?? now, stock, stockShort, status })
    .where(eq(orders.id, order.id))
    .prepare("set-order-paid")
    .execute();
  if (isPending) {
    const change = { id: randomUUIDv7(), orderId: order.id, status, actor: "payment", at: now } as const;
    await tx.insert(orderHistory).values(change).prepare("insert-history-of-payment").execute();
  }
  await context.mails.enqueuePaid(tx, order.id);
}

/**
 * Records a payment and applies it to its order. The browser, the webhook and the reconcile job all end here.
 * Idempotent: the order is locked and the payment id is a primary key, so each payment counts once.
 */
export async function settle(
  context: OrderContext,
  orderId: string,
  payment: ReceivedPayment,
): Promise<PaymentOutcome> {
  return context.db.transaction(async (tx) => {
    const { paymentId, amountPaise, currency } = payment;
    const order = await lockOrder(tx, orderId);
    if (order.paymentId === paymentId) return "settled";
    const outcome = decideOutcome(order, payment);
    const row = { paymentId, orderId: order.id, amountPaise, currency, outcome, at: context.clock.now() };
    const { rowCount } = await tx
      .insert(orderPayments)
      .values(row)
      .onConflictDoNothing()
      .prepare("insert-payment")
      .execute();
    if (rowCount === 0) return (await findOutcome(tx, paymentId))!;
    if (outcome === "settled") await markPaid(tx, context, order, paymentId);
    else await context.mails.enqueuePaymentToCheck(tx, paymentId);
    return outcome;
  });
}
