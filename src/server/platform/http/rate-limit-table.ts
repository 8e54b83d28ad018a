import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const rateLimits = pgTable(
  "rate_limits",
  {
    /** What is limited and a hash of whom, so that no address or e-mail is kept here. */
    key: text("key").primaryKey(),
    tries: integer("tries").notNull(),
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limits_ends_at").on(table.endsAt)],
);
