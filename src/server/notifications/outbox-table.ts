import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Mails that are to go out, announced in the transaction of what they tell about. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    /** One event is told once, however often it is announced. */
    key: text("key").notNull().unique(),
    /** What the mail is made from when it goes out; emptied when the row is done. */
    payload: jsonb("payload").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** While a mail is being sent this lies ahead, so that nobody else takes it; after a crash it comes to pass. */
    dueAt: timestamptz("due_at").notNull(),
    expiresAt: timestamptz("expires_at"),
    doneAt: timestamptz("done_at"),
    /** Why the latest attempt failed, without a word about the person. */
    problem: text("problem"),
    createdAt: timestamptz("created_at").notNull(),
    /** The number under which it was taken last, by which a taker whose answer was lost on the way knows it again. */
    claim: uuid("claim"),
  },
  (table) => [index("outbox_due").on(table.dueAt).where(sql`done_at is null`)],
);
