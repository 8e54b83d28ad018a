import { and, eq, sql } from "drizzle-orm";
import { formatPaise } from "../platform/format-paise.ts";
import { orderError } from "./errors.ts";
import { lockOrder, type PaymentRow } from "./order-records.ts";
import { orderPayments, type PaymentOutcome } from "./order-table.ts";
import { recordWithLog, tellChanged } from "./process.ts";
import type { OrderDeps } from "./service.ts";

const paymentReasons: Record<PaymentOutcome, string> = {
  settled: "It paid the order.",
  amount_differs: "The amount was not the order's total when it came, so the order was not marked as paid.",
  paid_twice: "The order had been paid already by another payment.",
  order_cancelled: "The order had been cancelled before the money came.",
  order_deleted: "The order had been deleted before the money came.",
};

/** How much too little or too much was paid; empty when that is not known. */
function differenceOf({ amountPaise, expectedPaise, currency }: PaymentRow) {
  if (expectedPaise === null || currency !== "INR" || amountPaise === expectedPaise) return "";
  const difference = formatPaise(Math.abs(expectedPaise - amountPaise));
  return ` It cost ${formatPaise(expectedPaise)}: ${difference} too ${amountPaise < expectedPaise ? "little" : "much"}.`;
}

export const paymentReason = (payment: PaymentRow, deletedAt: Date | null) =>
  payment.orderEndedAt
    ? `The order was ${deletedAt ? "deleted" : "cancelled"} after it had been paid.`
    : `${paymentReasons[payment.outcome]}${differenceOf(payment)}`;

/** The owner settled a payment outside the shop: it leaves the to-do list. Idempotent. */
export async function markDealtWith(
  deps: OrderDeps,
  { orderId, paymentId, note, ownerId }: { orderId: string; paymentId: string; note: string; ownerId: string },
) {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const isOfOrder = and(eq(orderPayments.paymentId, paymentId), eq(orderPayments.orderId, order.id));
    const [payment] = await tx
      .update(orderPayments)
      .set({ dealtWithAt: deps.clock.now(), dealtWithBy: ownerId, dealtWithNote: note })
      .where(and(isOfOrder, sql`${orderPayments.isToCheck}`))
      .returning();
    if (!payment) {
      if ((await tx.$count(orderPayments, isOfOrder)) === 0) throw orderError("payment_not_found");
      return;
    }
    const amount = payment.currency === "INR" ? formatPaise(payment.amountPaise) : "another currency";
    const text = `A payment of ${amount} was marked as dealt with: ${note}`;
    const event = { kind: "payment", text, isPublic: false, actor: "owner", userId: ownerId } as const;
    await recordWithLog(tx, deps, order, { ...event, log: { after: { payment: "dealt with" } } });
    await tellChanged(tx, deps.participants, order.id);
  });
}
