import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Images whose files may exist although no record uses them: candidates for deletion. */
export const unclaimedImages = pgTable("unclaimed_images", {
  path: text("path").primaryKey(),
  notedAt: timestamp("noted_at", { withTimezone: true }).notNull().defaultNow(),
});
