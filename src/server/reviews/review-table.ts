import { and, eq, sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { reviewedTypes, reviewStates } from "../../contracts/reviews/review-rules.ts";
import { ofOrder, orderItems } from "../orders/core/order-table.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** What buyers wrote. Deleted with their account, in the transaction that deletes it. */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    orderId: uuid("order_id").notNull(),
    lineIndex: integer("line_index").notNull(),
    itemType: text("item_type", { enum: reviewedTypes }).notNull(),
    /** The product, the course, or the expert of the appointment. It may be deleted. */
    itemId: uuid("item_id").notNull(),
    stars: integer("stars").notNull(),
    text: text("text").notNull(),
    images: text("images").array().notNull(),
    /** The name as everybody sees it. */
    by: text("by").notNull(),
    state: text("state", { enum: reviewStates }).notNull(),
    reason: text("reason").notNull().default(""),
    reply: text("reply").notNull().default(""),
    createdAt: timestamptz("created_at").notNull(),
    decidedAt: timestamptz("decided_at"),
  },
  (table) => [
    unique("reviews_of_line").on(table.orderId, table.lineIndex),
    foreignKey({
      name: "reviews_order_item",
      columns: [table.orderId, table.lineIndex],
      foreignColumns: [orderItems.orderId, orderItems.lineIndex],
    }),
    /** One rating of a buyer for an item. */
    uniqueIndex("reviews_published_once")
      .on(table.userId, table.itemType, table.itemId)
      .where(sql`${table.state} = 'published'`),
    index("reviews_of_item")
      .on(table.itemType, table.itemId, table.createdAt, table.id)
      .where(sql`${table.state} = 'published'`),
    index("reviews_by_state").on(table.state, table.createdAt, table.id),
    index("reviews_of_user").on(table.userId, table.createdAt, table.id),
    check("reviews_stars", sql`${table.stars} between 1 and 5`),
    ...enumChecks(table),
  ],
);
export type ReviewRow = typeof reviews.$inferSelect;

/** Orders whose buyer was asked for reviews, or will not be. */
export const reviewRequests = pgTable("review_requests", {
  orderId: ofOrder().primaryKey(),
  at: timestamptz("at").notNull(),
});

/** Reviews with what the order calls the item. */
export const selectReviews = (from: Database | Transaction) =>
  from
    .select({ row: reviews, itemId: orderItems.itemId, title: orderItems.title })
    .from(reviews)
    .innerJoin(orderItems, and(eq(orderItems.orderId, reviews.orderId), eq(orderItems.lineIndex, reviews.lineIndex)));
export type ReviewWithLine = Awaited<ReturnType<typeof selectReviews>>[number];
