import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Searches that found nothing, by their folded words. No personal data: see unfound-searches.ts. */
export const unfoundSearches = pgTable("unfound_searches", {
  term: text("term").primaryKey(),
  count: integer("count").notNull(),
  lastAt: timestamptz("last_at").notNull(),
});
