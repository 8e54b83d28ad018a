import { and, eq, inArray, sql } from "drizzle-orm";
import type { OrderRow } from "../orders/core/order.ts";
import { hasOrdered } from "../orders/core/read.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { indianDay } from "../platform/indian-time.ts";
import { type CouponRow, coupons } from "./coupon-table.ts";
import { couponUses } from "./coupon-use-table.ts";
import { FIRST_ORDER, type UseCounts, whyClosed, whyUsedUp } from "./evaluate.ts";

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

export async function findUse(tx: Transaction, { id, couponCode }: OrderRow) {
  if (!couponCode) return undefined;
  const [use] = await tx.select().from(couponUses).where(eq(couponUses.orderId, id));
  return use;
}
type Use = NonNullable<Awaited<ReturnType<typeof findUse>>>;

/** Why the limits no longer allow a released use. Locks the coupon. */
export async function whyGone(tx: Transaction, { couponId, userId }: Use) {
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
