import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { couponKinds, couponScopes } from "../../contracts/coupons/coupon-rules.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

export const coupons = pgTable(
  "coupons",
  {
    id: uuid("id").primaryKey(),
    /** In upper case, so that the unique index ignores case. */
    code: text("code").notNull().unique(),
    kind: text("kind", { enum: couponKinds }).notNull(),
    /** Hundredths of a percent, or paise; null for free delivery. */
    valueHundredths: bigint("value_hundredths", { mode: "number" }),
    minTotalPaise: bigint("min_total_paise", { mode: "number" }),
    /** First and last day, in Indian time. */
    fromDay: date("from_day", { mode: "string" }),
    untilDay: date("until_day", { mode: "string" }),
    totalUses: integer("total_uses"),
    usesPerCustomer: integer("uses_per_customer"),
    firstOrderOnly: boolean("first_order_only").notNull(),
    scope: text("scope", { enum: couponScopes }).notNull(),
    categories: text("categories").array().notNull(),
    products: uuid("products").array().notNull(),
    courses: uuid("courses").array().notNull(),
    active: boolean("active").notNull(),
    /** Optimistic locking: raised by each edit, never by an order. */
    version: integer("version").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("coupons_newest").on(table.createdAt, table.id),
    ...enumChecks(table),
    check("coupons_value", sql`(${table.kind} = 'free_delivery') = (${table.valueHundredths} is null)`),
    check("coupons_percent", sql`${table.kind} <> 'percent' or ${table.valueHundredths} between 1 and 10000`),
  ],
);
export type CouponRow = typeof coupons.$inferSelect;
