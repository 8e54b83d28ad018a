import { type SQLWrapper, sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Transactional outbox: mails and webhooks to send, inserted in the transaction of the event they report. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    /** Idempotency key: an event that is enqueued twice is mailed once. */
    key: text("key").notNull().unique(),
    /** The input for composing the mail. Cleared when the row is done. */
    payload: jsonb("payload").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Next attempt. While a mail is being sent this is the end of its lease. */
    dueAt: timestamptz("due_at").notNull(),
    expiresAt: timestamptz("expires_at"),
    doneAt: timestamptz("done_at"),
    /** Why the latest attempt failed, without personal data. */
    problem: text("problem"),
    createdAt: timestamptz("created_at").notNull(),
    /** Id of the latest lease, to find a row again whose lease was granted over a connection that broke. */
    claim: uuid("claim"),
  },
  (table) => [index("outbox_due").on(table.dueAt).where(sql`done_at is null`)],
);

/** The kind of a webhook ends with the id of its endpoint. Every other kind is a mail. */
export const WEBHOOK_KIND = "webhook:";
export const isMail = sql`${outbox.kind} not like 'webhook:%'`;
/** One at a time for each endpoint, so that a slow one does not take all jobs. */
export const isFreeWebhook = (
  now: SQLWrapper,
) => sql`${outbox.kind} like 'webhook:%' and not exists (select from outbox busy
  where busy.kind = ${outbox.kind} and busy.done_at is null and busy.claim is not null and busy.due_at > ${now})`;
