import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** The provider's news as they came, each once: kept before they are acted upon, so that none is lost in a crash. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: text("id").primaryKey(),
    /** Emptied when they are acted upon. */
    body: text("body").notNull(),
    receivedAt: timestamptz("received_at").notNull(),
    handledAt: timestamptz("handled_at"),
  },
  (table) => [index("webhook_events_waiting").on(table.receivedAt).where(sql`${table.handledAt} is null`)],
);
