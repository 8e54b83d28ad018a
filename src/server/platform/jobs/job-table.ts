import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { enumChecks } from "../database/enum-checks.ts";
import { timestamptz } from "../database/timestamp-column.ts";

export const jobStates = ["waiting", "done", "failed", "cancelled"] as const;

/** Work that happens later, inserted in the transaction that causes it. */
export const jobs = pgTable(
  "jobs",
  {
    id: uuid("id").primaryKey(),
    queue: text("queue").notNull(),
    kind: text("kind").notNull(),
    /** Idempotency key: what is enqueued twice happens once. */
    key: text("key").notNull().unique(),
    /** Jobs of one lane run one after the other. */
    lane: text("lane"),
    /** Ids; what they stand for is read when the job runs. Cleared when it is done. */
    payload: jsonb("payload").notNull(),
    /** The lower runs first. */
    priority: smallint("priority").notNull().default(0),
    state: text("state", { enum: jobStates }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** Next attempt. While the job runs, this is the end of its lease. */
    dueAt: timestamptz("due_at").notNull(),
    /** The latest lease. It finds a job again whose lease was granted over a connection that broke. */
    leaseId: uuid("lease_id"),
    /** It was asked for again while it ran, so it runs once more. */
    again: boolean("again").notNull().default(false),
    expiresAt: timestamptz("expires_at"),
    /** Why the latest attempt failed, without personal data. */
    problem: text("problem"),
    createdAt: timestamptz("created_at").notNull(),
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    index("jobs_due").on(table.queue, table.priority, table.dueAt).where(sql`${table.state} = 'waiting'`),
    index("jobs_ended").on(table.endedAt).where(sql`${table.state} <> 'waiting'`),
    index("jobs_failed").on(table.kind, table.endedAt).where(sql`${table.state} = 'failed'`),
    ...enumChecks(table),
  ],
);
export type JobRow = typeof jobs.$inferSelect;
