import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { couponUseStates } from "../../contracts/coupons/coupon-rules.ts";
import { ofOrder } from "../orders/core/order-table.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { coupons } from "./coupon-table.ts";

/** Orders that were placed with a coupon. Only `reserved` and `confirmed` count towards its limits. */
export const couponUses = pgTable(
  "coupon_uses",
  {
    /** The foreign key is deferred: processes of the release before reserve a coupon before they insert its order. */
    orderId: ofOrder().primaryKey(),
    couponId: uuid("coupon_id")
      .notNull()
      .references(() => coupons.id),
    userId: uuid("user_id").notNull(),
    /** The discount on the lines, or the waived delivery charge. */
    discountPaise: bigint("discount_paise", { mode: "number" }).notNull(),
    /** The order's total, for the report. */
    totalPaise: bigint("total_paise", { mode: "number" }).notNull(),
    state: text("state", { enum: couponUseStates }).notNull(),
    /** The time of the last change of `state`. */
    at: timestamptz("at").notNull(),
  },
  (table) => [
    index("coupon_uses_of_coupon").on(table.couponId, table.userId, table.state),
    ...enumChecks(table),
    check("coupon_uses_discount", sql`${table.discountPaise} > 0`),
  ],
);
export type CouponUseState = (typeof couponUses.$inferSelect)["state"];
