import { pgTable, text } from "drizzle-orm/pg-core";

/** The `settings` table: internal key-value state that survives a restart, such as whether the demo catalogue was loaded. */
export const shopState = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
