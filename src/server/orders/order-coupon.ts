import type { Actor } from "../../contracts/activity/activity-rules.ts";
import type { OrderStatus } from "../../contracts/orders/order-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { recordEvent } from "./order-events.ts";
import type { OrderRow } from "./order-rows.ts";
import type { OrderDeps } from "./service.ts";

interface Payer {
  actor: Actor;
  userId?: string;
}

/** Confirms the coupon of a paid order. Call it before taking stock: the lock order puts products last. */
export async function confirmCoupon(tx: Transaction, { coupons, clock }: OrderDeps, order: OrderRow, by: Payer) {
  if (!order.couponCode || (await coupons.confirm(tx, order.id))) return;
  const text = `The coupon ${order.couponCode} had been used up before the order was paid. The order keeps its price.`;
  await recordEvent(tx, clock, { orderId: order.id, kind: "coupon", text, isPublic: false, ...by });
}

/** Applies a status set by the owner to the coupon. Refuses to re-open an order whose coupon is used up. */
export async function moveCoupon(tx: Transaction, deps: OrderDeps, order: OrderRow, to: OrderStatus, ownerId: string) {
  const { coupons } = deps;
  const { id, couponCode } = order;
  if (!couponCode) return;
  if (to === "cancelled") return coupons.release(tx, [id]);
  if (order.status === "cancelled") {
    if (await coupons.take(tx, id, to === "pending" ? "reserved" : "confirmed")) return;
    throw coupons.usedUp(couponCode);
  }
  if (to !== "pending") return confirmCoupon(tx, deps, order, { actor: "owner", userId: ownerId });
  // Without a stock hold that expires, nothing would ever release the reservation.
  if (order.stock === "shelf") return coupons.release(tx, [id]);
  await coupons.take(tx, id, "reserved");
}
