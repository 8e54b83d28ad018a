import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "../platform/database/database.ts";
import { bookSessions } from "./order-appointments.ts";
import { confirmCoupon } from "./order-coupon.ts";
import { recordEvent } from "./order-events.ts";
import type { FullOrder, OrderRow } from "./order-rows.ts";
import type { OrderContext } from "./service.ts";
import type { Totals } from "./totals.ts";

/** A coupon covers the whole order. Without a coupon, an order of nothing is refused. */
export const isFree = ({ total, discount }: Totals) => total === 0 && discount > 0;

/** The rows of an order that is paid when it is placed. No provider is asked. */
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

/** In the transaction that places the order: the coupon is used and the mails are sent. */
export async function settleFreeOrder(tx: Transaction, context: OrderContext, order: OrderRow) {
  await confirmCoupon(tx, context, order, { actor: "system" });
  await bookSessions(tx, context, order);
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
