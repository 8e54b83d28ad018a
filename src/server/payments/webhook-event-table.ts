import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The provider's news as they came, each once: kept before they are acted upon, so that none is lost in a crash. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: text("id").primaryKey(),
    body: text("body").notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true, precision: 3 }).notNull(),
    handledAt: timestamp("handled_at", { withTimezone: true, precision: 3 }),
  },
  (table) => [index("webhook_events_waiting").on(table.receivedAt).where(sql`${table.handledAt} is null`)],
);
