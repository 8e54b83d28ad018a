import { eq, inArray, sql } from "drizzle-orm";
import { coupons } from "../coupons/coupon-table.ts";
import { couponUses } from "../coupons/coupon-use-table.ts";
import { type CheckContext, problemWith } from "./check.ts";

export async function* checkCoupons({ db }: CheckContext) {
  const uses = db.$count(
    couponUses,
    sql`${eq(couponUses.couponId, coupons.id)} and ${inArray(couponUses.state, ["reserved", "confirmed"])}`,
  );
  const over = await db
    .select({ code: coupons.code })
    .from(coupons)
    .where(sql`${coupons.totalUses} < ${uses}`)
    .orderBy(coupons.code);
  yield* problemWith(
    over.map(({ code }) => code),
    (list) =>
      `Coupons with more uses than their limit: ${list}. Somebody has changed the database by hand; switch them off until you know why.`,
  );
}
