import { pgTable, text } from "drizzle-orm/pg-core";

/** Facts that outlive a restart, such as whether the demo catalogue was loaded. */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
