import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "../platform/database/database.ts";
import { bookAppointments } from "./order-appointments.ts";
import { confirmCoupon } from "./order-coupon.ts";
import { recordEvent } from "./order-events.ts";
import type { FullOrder, OrderRow } from "./order-rows.ts";
import type { OrderContext } from "./service.ts";
import type { Totals } from "./totals.ts";

/** Whether a coupon covers the whole order. A total of 0 without a coupon is refused. */
export const isFree = ({ total, discount }: Totals) => total === 0 && discount > 0;

/** Turns new order rows into rows that are already paid. The payment provider is not called. */
export function toFreeOrder({ order, history, ...rest }: FullOrder): FullOrder {
  const { id: orderId, createdAt: at } = order;
  // Both entries have the same time: their ids keep the order.
  const [first, second] = [randomUUIDv7(), randomUUIDv7()].sort() as [string, string];
  return {
    ...rest,
    order: { ...order, status: "paid", paidAt: at, stock: "kept" },
    history: [
      { ...history[0]!, id: first, status: "pending" },
      { id: second, orderId, status: "paid", actor: "system", userId: null, at },
    ],
  };
}

/** Confirms the coupon, books the sessions and enqueues the mails, in the transaction that places the order. */
export async function settleFreeOrder(tx: Transaction, context: OrderContext, order: OrderRow) {
  await confirmCoupon(tx, context, order, { actor: "system" });
  await bookAppointments(tx, context, order);
  const text = `Nothing was left to pay: the coupon ${order.couponCode} covered the order.`;
  await recordEvent(tx, context.clock, {
    orderId: order.id,
    kind: "payment",
    text,
    isPublic: true,
    actor: "system",
  });
  await context.mails.enqueuePaid(tx, order.id);
}
