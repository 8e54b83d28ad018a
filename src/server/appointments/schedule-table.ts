import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Schedule } from "../../contracts/appointments/schedule.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** The opening hours of an expert as one JSON value. Bookings lock this row to serialise per expert. */
export const expertSchedules = pgTable("expert_schedules", {
  expertId: uuid("expert_id").primaryKey(),
  schedule: jsonb("schedule").$type<Schedule>().notNull(),
  version: integer("version").notNull(),
  /** SHA-256 of the calendar feed's secret; null without a feed. */
  feedTokenHash: text("feed_token_hash").unique(),
  /** The account that made the feed: it ends with the access of that account. Null for feeds from before this column. */
  feedMadeBy: uuid("feed_made_by"),
  updatedAt: timestamptz("updated_at").notNull(),
});
