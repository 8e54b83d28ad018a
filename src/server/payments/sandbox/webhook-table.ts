import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../../platform/database/timestamp-column.ts";

export const sandboxWebhooks = pgTable(
  "sandbox_webhooks",
  {
    /** The event's id: the same at every delivery. */
    id: text("id").primaryKey(),
    event: text("event").notNull(),
    /** The very bytes that are signed and sent. */
    body: text("body").notNull(),
    attempts: integer("attempts").notNull(),
    /** When it is to be sent next; nothing once it was received, or given up after a day. */
    dueAt: timestamptz("due_at"),
    deliveredAt: timestamptz("delivered_at"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [index("sandbox_webhooks_due").on(table.dueAt).where(sql`${table.dueAt} is not null`)],
);
export type WebhookRow = typeof sandboxWebhooks.$inferSelect;
