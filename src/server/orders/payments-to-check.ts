import { and, eq, isNull, lt, ne } from "drizzle-orm";
import { formatPaise } from "../platform/format-paise.ts";
import { orderError } from "./errors.ts";
import { recordEvent } from "./order-events.ts";
import { lockOrder, orderTitle, type PaymentRow } from "./order-rows.ts";
import { orderPayments } from "./order-table.ts";
import type { OrderDeps } from "./service.ts";

/** What can still be refunded of a payment, in paise. */
export const refundableOf = ({ amountPaise, returnedPaise }: PaymentRow) => Math.max(0, amountPaise - returnedPaise);

/** Money that settled no order, until it is refunded or the owner has dealt with it. */
export const isToCheck = and(
  ne(orderPayments.outcome, "settled"),
  isNull(orderPayments.dealtWithAt),
  lt(orderPayments.returnedPaise, orderPayments.amountPaise),
);

/** The same as `isToCheck`, for a row that has been read. */
export const needsCheck = (payment: PaymentRow) =>
  payment.outcome !== "settled" && !payment.dealtWithAt && refundableOf(payment) > 0;

/** The owner settled a payment outside the shop: it leaves the to-do list. Idempotent. */
export async function markDealtWith(
  deps: OrderDeps,
  { orderId, paymentId, note, ownerId }: { orderId: string; paymentId: string; note: string; ownerId: string },
) {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [payment] = await tx
      .update(orderPayments)
      .set({ dealtWithAt: deps.clock.now(), dealtWithBy: ownerId, dealtWithNote: note })
      .where(and(eq(orderPayments.paymentId, paymentId), eq(orderPayments.orderId, order.id), isToCheck))
      .returning();
    if (!payment) {
      const isOfOrder = and(eq(orderPayments.paymentId, paymentId), eq(orderPayments.orderId, order.id));
      if ((await tx.$count(orderPayments, isOfOrder)) === 0) throw orderError("payment_not_found");
      return;
    }
    const amount = payment.currency === "INR" ? formatPaise(payment.amountPaise) : "another currency";
    const text = `A payment of ${amount} was marked as dealt with: ${note}`;
    const event = {
      orderId: order.id,
      kind: "payment",
      text,
      isPublic: false,
      actor: "owner",
      userId: ownerId,
    } as const;
    await recordEvent(tx, deps.clock, event);
    const change = { action: "updated", kind: "order", recordId: order.id, title: orderTitle(order) } as const;
    await deps.activity.record(tx, { ...change, by: ownerId, after: { payment: "dealt with" } });
  });
}
