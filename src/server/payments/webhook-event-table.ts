import { index, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Received webhook events, one row each. Stored before they are handled, so that a crash loses none. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: text("id").primaryKey(),
    /** The event's payment, refund and dispute as JSON. Cleared once handled. */
    body: text("body").notNull(),
    /** The provider's name of the event, for the owner. Empty for events of older versions. */
    kind: text("kind").notNull().default(""),
    receivedAt: timestamptz("received_at").notNull(),
    handledAt: timestamptz("handled_at"),
  },
  (table) => [index("webhook_events_newest").on(table.receivedAt)],
);
