import { eq } from "drizzle-orm";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import { lockOrder, type OrderRow, type PaymentRow, readItems } from "./order-records.ts";
import { orderPayments, type PaymentOutcome } from "./order-table.ts";
import { type OrderParticipant, takeSteps } from "./process.ts";
import type { OrderContext } from "./service.ts";

interface ReceivedPayment {
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

const insertPayment = statement("insert-payment", (db) =>
  db
    .insert(orderPayments)
    .values({
      paymentId: given("paymentId"),
      orderId: given("orderId"),
      amountPaise: given("amountPaise"),
      currency: given("currency"),
      outcome: given("outcome"),
      at: given("at"),
    })
    .onConflictDoNothing(),
);

async function findOutcome(tx: Transaction, paymentId: string) {
  const [payment] = await tx
    .select({ outcome: orderPayments.outcome })
    .from(orderPayments)
    .where(eq(orderPayments.paymentId, paymentId));
  return payment?.outcome;
}

/** The money of an order that is cancelled, or deleted before its buyer has got everything, waits for the owner. */
export function paymentParticipant({ clock }: { clock: Clock }): OrderParticipant {
  const change = (tx: Transaction, { paymentId }: OrderRow, columns: Partial<PaymentRow>) =>
    tx.update(orderPayments).set(columns).where(eq(orderPayments.paymentId, paymentId!));
  return {
    async onCancelled(tx, { order }) {
      if (order.paymentId) await change(tx, order, { orderEndedAt: clock.now() });
    },
    async onReopened(tx, { order }) {
      const open = { orderEndedAt: null, dealtWithAt: null, dealtWithBy: null, dealtWithNote: "" };
      if (order.paymentId) await change(tx, order, open);
    },
    async onDeleted(tx, { order }) {
      if (!order.paymentId || !isPaid(order.status) || order.status === "delivered") return;
      await change(tx, order, { orderEndedAt: clock.now() });
    },
  };
}

/**
 * Records a payment and applies it to its order. The browser, the webhook and the reconcile job all end here.
 * Idempotent: the order is locked and the payment id is a primary key, so each payment counts once.
 */
export function settle(context: OrderContext, orderId: string, payment: ReceivedPayment): Promise<PaymentOutcome> {
  return context.db.transaction(async (tx) => {
    const { paymentId, amountPaise, currency } = payment;
    const order = await lockOrder(tx, orderId);
    if (order.paymentId === paymentId) return "settled";
    const outcome = decideOutcome(order, payment);
    const row = { paymentId, orderId: order.id, amountPaise, currency, outcome, at: context.clock.now() };
    const { rowCount } = await insertPayment(tx, row);
    if (rowCount === 0) return (await findOutcome(tx, paymentId))!;
    if (outcome === "settled") {
      // An order that the owner has already moved past "pending" keeps its status.
      const status = order.status === "pending" ? "paid" : order.status;
      const items = await readItems(tx, [order.id]);
      await takeSteps(tx, context, { order, items, steps: ["paid"], status, paymentId, by: { actor: "payment" } });
    } else await context.mails.enqueuePaymentToCheck(tx, paymentId);
    return outcome;
  });
}
