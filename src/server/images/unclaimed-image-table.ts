import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Pictures whose files may lie in the store though no record shows them: noted before the files are written,
 * claimed in the transaction that saves the record, noted again in the transaction that drops them.
 */
export const unclaimedImages = pgTable("unclaimed_images", {
  path: text("path").primaryKey(),
  notedAt: timestamp("noted_at", { withTimezone: true }).notNull().defaultNow(),
});
