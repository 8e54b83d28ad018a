import { and, eq, inArray, sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { indianDay } from "../platform/indian-time.ts";
import { type CouponRow, coupons } from "./coupon-table.ts";
import { type CouponUseState, couponUses } from "./coupon-use-table.ts";
import { couponRefused } from "./errors.ts";
import { type UseCounts, whyClosed, whyUsedUp } from "./evaluate.ts";

const isCounted = inArray(couponUses.state, ["reserved", "confirmed"]);

export interface NewUse {
  orderId: string;
  userId: string;
  discountPaise: number;
  totalPaise: number;
}

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

/** The uses of coupons by orders. Callers hold the lock of the order. */
export function createCouponUses({ clock }: { clock: Clock }) {
  async function find(tx: Transaction, orderId: string) {
    const [use] = await tx.select().from(couponUses).where(eq(couponUses.orderId, orderId));
    return use;
  }

  const setState = (tx: Transaction, orderIds: string[], state: CouponUseState) =>
    tx.update(couponUses).set({ state, at: clock.now() }).where(inArray(couponUses.orderId, orderIds));

  type Use = NonNullable<Awaited<ReturnType<typeof find>>>;

  /** The reasons, if any, why a released use cannot be taken again. Locks the coupon. */
  async function whyGone(tx: Transaction, { couponId, userId }: Use) {
    const coupon = (await lockCoupon(tx, { id: couponId }))!;
    const usedUp = whyUsedUp(coupon, await countUses(tx, couponId, userId));
    return { usedUp, closed: whyClosed(coupon, indianDay(clock.now())) };
  }

  return {
    async insert(tx: Transaction, couponId: string, use: NewUse) {
      await tx.insert(couponUses).values({ ...use, couponId, state: "reserved", at: clock.now() });
    },

    /** Called when holds expire, orders are cancelled or accounts are deleted. */
    async release(tx: Transaction, orderIds: string[]) {
      if (orderIds.length > 0) await setState(tx, orderIds, "released");
    },

    /** Reserves the use again when an order's hold is renewed. Throws if the coupon is invalid or used up. */
    async renew(tx: Transaction, orderId: string) {
      const use = await find(tx, orderId);
      if (!use || use.state === "reserved") return;
      const { closed, usedUp } = await whyGone(tx, use);
      const problem = closed ?? usedUp;
      if (problem) throw couponRefused(`${problem} Please cancel this order and order again.`);
      await setState(tx, [orderId], "reserved");
    },

    /** For orders that the owner re-opens or moves. Checks only the limits; `false` when the coupon is used up. */
    async take(tx: Transaction, orderId: string, state: "reserved" | "confirmed") {
      const use = await find(tx, orderId);
      if (!use) return true;
      const isTaken = use.state === "reserved" || use.state === "confirmed";
      if (!isTaken && (await whyGone(tx, use)).usedUp) return false;
      await setState(tx, [orderId], state);
      return true;
    },

    /** For a paid order. `false` if the use was released and the coupon is now used up: it is recorded as late. */
    async confirm(tx: Transaction, orderId: string) {
      const use = await find(tx, orderId);
      if (!use || use.state === "confirmed" || use.state === "late") return true;
      const isLate = use.state === "released" && (await whyGone(tx, use)).usedUp !== undefined;
      await setState(tx, [orderId], isLate ? "late" : "confirmed");
      return !isLate;
    },
  };
}
