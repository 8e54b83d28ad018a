import { pgTable, text } from "drizzle-orm/pg-core";

/** Facts about this shop that outlive a restart, such as that it has had its demo catalogue. */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
