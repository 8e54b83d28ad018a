import { eq } from "drizzle-orm";
import type { CouponCart, CouponUse } from "../orders/core/coupon-cart.ts";
import type { Change, Follower } from "../orders/core/follow.ts";
import type { OrderRow } from "../orders/core/order.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { CouponRow } from "./coupon-table.ts";
import { type CouponUseState, couponUses } from "./coupon-use-table.ts";
import { couponError, couponRefused } from "./errors.ts";
import type { Evaluation } from "./evaluate.ts";
import { findUse, lockCoupon, whyGone } from "./uses.ts";

type EvaluateLocked = (tx: Transaction, coupon: CouponRow | undefined, cart: CouponCart) => Promise<Evaluation>;

/** What an order makes of its coupon: a payment confirms it, a hold reserves it. */
function wantedState({ placement, paidAt, stock }: OrderRow): CouponUseState {
  if (placement === "cancelled") return "released";
  if (placement === "accepted" || paidAt) return "confirmed";
  return stock === "reserved" ? "reserved" : "released";
}

const isAs = ({ placement, paidAt, stock }: OrderRow, other: OrderRow) =>
  placement === other.placement && Boolean(paidAt) === Boolean(other.paidAt) && stock === other.stock;

/** The use of a coupon by an order: reserved with it, confirmed by its money, released with its hold. */
export function createCouponFollower({ clock, evaluate }: { clock: Clock; evaluate: EvaluateLocked }): Follower {
  async function setState(tx: Transaction, orderId: string, state: CouponUseState) {
    await tx.update(couponUses).set({ state, at: clock.now() }).where(eq(couponUses.orderId, orderId));
  }

  async function place(tx: Transaction, order: OrderRow, { cart, agree }: CouponUse) {
    const coupon = await lockCoupon(tx, { code: cart.code.toUpperCase() });
    const evaluation = await evaluate(tx, coupon, cart);
    if (evaluation.problem !== undefined) throw couponRefused(evaluation.problem);
    agree(evaluation);
    const { id: orderId, userId, totalPaise } = order;
    // A free-delivery coupon has no line discount, so the coupon report counts the waived delivery charge.
    const discountPaise = order.discountPaise || cart.deliveryPaise;
    const use = { orderId, userId, discountPaise, totalPaise, couponId: coupon!.id };
    await tx.insert(couponUses).values({ ...use, state: wantedState(order), at: clock.now() });
  }

  async function renew(tx: Transaction, order: OrderRow, { cart, agree }: CouponUse) {
    const use = await findUse(tx, order);
    if (!use) return;
    const coupon = await lockCoupon(tx, { id: use.couponId });
    // The order's own use must not count.
    await setState(tx, order.id, "released");
    const evaluation = await evaluate(tx, coupon, cart);
    if (evaluation.problem !== undefined)
      throw couponRefused(`${evaluation.problem} Please cancel this order and order again.`);
    agree(evaluation);
    await setState(tx, order.id, "reserved");
  }

  async function follow(tx: Transaction, { before, after: { order }, note }: Change) {
    const state = wantedState(order);
    const use = await findUse(tx, order);
    if (!use || use.state === state || (use.state === "late" && state === "confirmed")) return;
    const isTaken = use.state === "reserved" || use.state === "confirmed";
    const isGone = state !== "released" && !isTaken && (await whyGone(tx, use)).usedUp !== undefined;
    if (!isGone) return setState(tx, order.id, state);
    if (before?.order.placement === "cancelled")
      throw couponError("coupon_invalid", {
        message: `The order cannot be re-opened: its coupon ${order.couponCode} has been used up since.`,
      });
    if (state === "reserved") return;
    await setState(tx, order.id, "late");
    const text = `The coupon ${order.couponCode} had been used up before the order was paid. The order keeps its price.`;
    note({ kind: "coupon", text, isPublic: false });
  }

  return async (tx, change) => {
    const { before, after, command } = change;
    const { order } = after;
    const coupon = "coupon" in command ? command.coupon : undefined;
    if (coupon) await (before ? renew(tx, order, coupon) : place(tx, order, coupon));
    else if (before && order.couponCode && !isAs(before.order, order)) await follow(tx, change);
    return undefined;
  };
}
