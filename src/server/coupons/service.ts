import { eq } from "drizzle-orm";
import type { CouponCart, CouponLine } from "../orders/core/coupon-cart.ts";
import type { OrderRow } from "../orders/core/order.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { indianDay } from "../platform/indian-time.ts";
import { type CouponRow, coupons } from "./coupon-table.ts";
import type { CouponDeps } from "./deps.ts";
import { couponRefused } from "./errors.ts";
import { type Evaluation, evaluate, NO_EFFECT } from "./evaluate.ts";
import { createCouponFollower } from "./follow.ts";
import { couponGuessesByAccount, couponGuessesByIp } from "./limits.ts";
import { createCouponRecords } from "./records.ts";
import { countUses, whyLate } from "./uses.ts";

export function createCoupons(deps: CouponDeps) {
  const { db, clock, settings, limiter } = deps;
  async function find(code: string) {
    const [row] = await db.select().from(coupons).where(eq(coupons.code, code.toUpperCase()));
    return row;
  }

  /** Replaces category names by ids: coupons store ids, which survive a rename. */
  async function withCategoryIds(lines: readonly CouponLine[]) {
    const { categories } = (await settings.read()).categories;
    const idOf = new Map(categories.map(({ id, name }) => [name, id]));
    return lines.map((line) => ({ ...line, category: line.category && idOf.get(line.category) }));
  }

  async function evaluateCart(
    executor: Database | Transaction,
    coupon: CouponRow | undefined,
    { lines, deliveryPaise, customer }: CouponCart,
    withoutHeldBy?: string,
  ) {
    const counts = coupon
      ? await countUses(executor, coupon.id, customer?.id, withoutHeldBy)
      : { total: 0, customer: undefined };
    const hasOrdered = coupon?.firstOrderOnly ? await customer?.hasOrdered(executor) : undefined;
    const cart = { lines: await withCategoryIds(lines), deliveryPaise };
    return evaluate(coupon, cart, { ...counts, hasOrdered, today: indianDay(clock.now()) });
  }

  return {
    ...createCouponRecords(deps),

    /** Ignores uses reserved by the customer's own unpaid orders: the same cart reuses them, and placing counts them. */
    async evaluate(cart: CouponCart, ip: string): Promise<Evaluation> {
      const coupon = await find(cart.code);
      if (!coupon?.active) {
        if (cart.customer) await limiter.take(couponGuessesByAccount, cart.customer.id);
        await limiter.take(couponGuessesByIp, ip);
      }
      return evaluateCart(db, coupon, cart, cart.customer?.id);
    },

    follow: createCouponFollower({ clock, evaluate: evaluateCart }),

    whyLate: (tx: Transaction, order: OrderRow) => whyLate(tx, clock, order),

    refused: couponRefused,
    noEffect: NO_EFFECT,
  };
}
export type { Evaluation };
export type Coupons = ReturnType<typeof createCoupons>;
