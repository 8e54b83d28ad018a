import { and, eq, inArray, sql } from "drizzle-orm";
import { hasOrdered, type OrderRow } from "../orders/order-records.ts";
import type { OrderChange, OrderParticipant } from "../orders/process.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { indianDay } from "../platform/indian-time.ts";
import { type CouponRow, coupons } from "./coupon-table.ts";
import { type CouponUseState, couponUses } from "./coupon-use-table.ts";
import { couponError, couponRefused } from "./errors.ts";
import { type Evaluation, FIRST_ORDER, type UseCounts, whyClosed, whyUsedUp } from "./evaluate.ts";
import type { CouponCart } from "./service.ts";

const isCounted = inArray(couponUses.state, ["reserved", "confirmed"]);

/** Counts uses. Ignores uses that unpaid orders of the customer `withoutHeldBy` reserve. */
export async function countUses(
  executor: Database | Transaction,
  couponId: string,
  userId: string | undefined,
  withoutHeldBy?: string,
): Promise<UseCounts> {
  const isHeld = sql`${couponUses.state} = 'reserved'`;
  const isOwn = sql`${couponUses.userId} = ${userId ?? null}`;
  const isLeftOut = sql`${isHeld} and ${couponUses.userId} = ${withoutHeldBy ?? null}`;
  const count = (which: ReturnType<typeof sql>) => sql`count(*) filter (where ${which})`.mapWith(Number);
  const [row] = await executor
    .select({
      total: count(sql`(${isLeftOut}) is not true`),
      confirmed: count(sql`${isOwn} and not ${isHeld}`),
      reserved: count(sql`${isOwn} and ${isHeld} and (${isLeftOut}) is not true`),
    })
    .from(couponUses)
    .where(and(eq(couponUses.couponId, couponId), isCounted));
  const { total, confirmed, reserved } = row!;
  return { total, customer: userId === undefined ? undefined : { confirmed, reserved } };
}

/** Locks the coupon, so that its limits hold for parallel orders. Lock order: after the order, before products. */
export async function lockCoupon(
  tx: Transaction,
  which: { id: string } | { code: string },
): Promise<CouponRow | undefined> {
  const isWanted = "id" in which ? eq(coupons.id, which.id) : eq(coupons.code, which.code);
  const [row] = await tx.select().from(coupons).where(isWanted).for("update");
  return row;
}

type EvaluateLocked = (tx: Transaction, coupon: CouponRow | undefined, cart: CouponCart) => Promise<Evaluation>;

async function findUse(tx: Transaction, { id, couponCode }: OrderRow) {
  if (!couponCode) return undefined;
  const [use] = await tx.select().from(couponUses).where(eq(couponUses.orderId, id));
  return use;
}
type Use = NonNullable<Awaited<ReturnType<typeof findUse>>>;

/** Why the limits no longer allow a released use. Locks the coupon. */
async function whyGone(tx: Transaction, { couponId, userId }: Use) {
  const coupon = (await lockCoupon(tx, { id: couponId }))!;
  return { coupon, usedUp: whyUsedUp(coupon, await countUses(tx, couponId, userId)) };
}

/** Why an order that is paid after its hold cannot use its coupon. Undefined when it can, or has none. */
export async function whyLate(tx: Transaction, clock: Clock, order: OrderRow) {
  const use = await findUse(tx, order);
  if (use?.state !== "released") return undefined;
  const { coupon, usedUp } = await whyGone(tx, use);
  const isSecond = coupon.firstOrderOnly && (await hasOrdered(tx, order.userId));
  return whyClosed(coupon, indianDay(clock.now())) ?? usedUp ?? (isSecond ? FIRST_ORDER : undefined);
}

/** The uses of coupons by orders: reserved with the order, confirmed by its payment, released with its hold. */
export function couponParticipant({ clock, evaluate }: { clock: Clock; evaluate: EvaluateLocked }): OrderParticipant {
  async function setState(tx: Transaction, orderId: string, state: CouponUseState) {
    await tx.update(couponUses).set({ state, at: clock.now() }).where(eq(couponUses.orderId, orderId));
  }

  async function release(tx: Transaction, { order: { id, couponCode } }: OrderChange) {
    if (couponCode) await setState(tx, id, "released");
  }

  return {
    async onPlaced(tx, { order, coupon: wanted }) {
      if (!wanted) return;
      const { cart, agree } = wanted;
      const coupon = await lockCoupon(tx, { code: cart.code.toUpperCase() });
      const evaluation = await evaluate(tx, coupon, cart);
      if (evaluation.problem !== undefined) throw couponRefused(evaluation.problem);
      agree(evaluation);
      const { id: orderId, userId, totalPaise } = order;
      // A free-delivery coupon has no line discount, so the coupon report counts the waived delivery charge.
      const discountPaise = order.discountPaise || cart.deliveryPaise;
      const use = { orderId, userId, discountPaise, totalPaise, couponId: coupon!.id };
      const state = order.stock === "held" ? "reserved" : "released";
      await tx.insert(couponUses).values({ ...use, state, at: clock.now() });
    },

    onExpired: release,
    onCancelled: release,

    async onRenewed(tx, { order, coupon: wanted }) {
      const use = await findUse(tx, order);
      if (!use || !wanted) return;
      const coupon = await lockCoupon(tx, { id: use.couponId });
      // The order's own use must not count.
      await setState(tx, order.id, "released");
      const evaluation = await evaluate(tx, coupon, wanted.cart);
      if (evaluation.problem !== undefined)
        throw couponRefused(`${evaluation.problem} Please cancel this order and order again.`);
      wanted.agree(evaluation);
      await setState(tx, order.id, "reserved");
    },

    /** If the owner sets an order to paid whose coupon is used up, its use is late. The order keeps its price. */
    async onPaid(tx, { order, record }) {
      const use = await findUse(tx, order);
      if (!use || use.state === "confirmed" || use.state === "late") return;
      const isLate = use.state === "released" && (await whyGone(tx, use)).usedUp !== undefined;
      await setState(tx, order.id, isLate ? "late" : "confirmed");
      if (!isLate) return;
      const text = `The coupon ${order.couponCode} had been used up before the order was paid. The order keeps its price.`;
      await record({ kind: "coupon", text, isPublic: false });
    },

    /** Checks only the limits. Refuses to re-open a cancelled order whose coupon is used up. */
    async onReopened(tx, { order }) {
      const use = await findUse(tx, order);
      if (!use) return;
      // Without a stock hold that expires, nothing would ever release the reservation.
      if (order.status !== "cancelled" && order.stock === "shelf") return setState(tx, order.id, "released");
      const isTaken = use.state === "reserved" || use.state === "confirmed";
      const isGone = !isTaken && (await whyGone(tx, use)).usedUp;
      if (!isGone) return setState(tx, order.id, "reserved");
      if (order.status !== "cancelled") return;
      throw couponError("coupon_invalid", {
        message: `The order cannot be re-opened: its coupon ${order.couponCode} has been used up since.`,
      });
    },
  };
}
