import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const rateLimits = pgTable(
  "rate_limits",
  {
    /** The limit's name and a hash of the client, so that no address or e-mail is stored. */
    key: text("key").primaryKey(),
    tries: integer("tries").notNull(),
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limits_ends_at").on(table.endsAt)],
);
