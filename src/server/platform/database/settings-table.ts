import { pgTable, text } from "drizzle-orm/pg-core";

/** Internal key-value state that survives a restart, such as whether the demo catalogue was loaded. */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
