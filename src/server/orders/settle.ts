import { eq } from "drizzle-orm";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { type ItemRow, lockOrder, type OrderRow, type PaymentRow, readItems, recordEvent } from "./order-records.ts";
import { orderItems, orderPayments, orders, type PaymentOutcome } from "./order-table.ts";
import { type OrderParticipant, takeSteps } from "./process.ts";
import type { OrderContext } from "./service.ts";
import { deliveryByPin } from "./totals.ts";

interface ReceivedPayment {
  paymentId: string;
  amountPaise: number;
  currency: string;
}

/** An order that is paid after its hold, when its coupon can no longer be used, costs its full price. */
async function withoutLateCoupon(tx: Transaction, context: OrderContext, order: OrderRow, items: ItemRow[]) {
  const isWaiting = order.status === "pending" && !order.paymentId && !order.deletedAt;
  const reason = isWaiting && (await context.coupons.whyLate(tx, order));
  if (!reason) return undefined;
  const deliveryPaise = (await deliveryByPin(context, tx, items, []))(order.shippingPin);
  const totalPaise = items.reduce((sum, { pricePaise, qty }) => sum + pricePaise * qty, deliveryPaise);
  return { reason, price: { totalPaise, deliveryPaise, discountPaise: 0, couponCode: null } };
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
      expectedPaise: given("expectedPaise"),
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
    const items = await readItems(tx, [order.id]);
    const late = order.couponCode ? await withoutLateCoupon(tx, context, order, items) : undefined;
    const priced = { ...order, ...late?.price };
    const outcome = decideOutcome(priced, payment);
    const expectedPaise = outcome === "amount_differs" ? priced.totalPaise : null;
    const row = { paymentId, orderId, amountPaise, currency, outcome, expectedPaise, at: context.clock.now() };
    const { rowCount } = await insertPayment(tx, row);
    if (rowCount === 0) return (await findOutcome(tx, paymentId))!;
    if (late) {
      const { reason, price } = late;
      const cost = `Without the coupon ${order.couponCode} it costs ${formatPaise(price.totalPaise)}`;
      const text = `The payment came after the coupon's reservation had ended. ${cost}. ${reason}${outcome === "settled" ? "" : " We look at this payment and write to you."}`;
      const event = { orderId, kind: "coupon", text, isPublic: true, actor: "payment" } as const;
      await recordEvent(tx, context.clock, event);
    }
    if (outcome === "settled") {
      if (late) {
        await tx.update(orders).set(late.price).where(eq(orders.id, orderId));
        await tx.update(orderItems).set({ discountPaise: 0 }).where(eq(orderItems.orderId, orderId));
      }
      // An order that the owner has already moved past "pending" keeps its status.
      const status = order.status === "pending" ? "paid" : order.status;
      await takeSteps(tx, context, {
        order: priced,
        items,
        steps: ["paid"],
        status,
        paymentId,
        by: { actor: "payment" },
      });
    } else await context.mails.enqueuePaymentToCheck(tx, paymentId);
    return outcome;
  });
}
