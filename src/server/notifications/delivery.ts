import { randomUUID } from "node:crypto";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { given, statement, statementsBy } from "../platform/database/statement.ts";
import { isFreeWebhook, isMail, outbox } from "./outbox-table.ts";

/** Longer than sending may take: only a process that died lets a lease expire. */
const LEASE_MS = 2 * MINUTE_MS;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * MINUTE_MS;
/** A permanent refusal is retried rarely: the owner may still correct a setting. */
const MAX_RETRY_AFTER_REFUSAL_MS = 4 * HOUR_MS;
const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** Rows of one lease. Larger than the two mails of a paid order: a smaller result then means that nothing else is due. */
export const BATCHES = { mail: 3, webhook: 1 };
export type Queue = keyof typeof BATCHES;

export type OutboxRow = typeof outbox.$inferSelect;

interface SendFailure {
  code?: string;
  responseCode?: number;
  message: string;
}

/** A failed query's own message contains its parameters; its cause does not. */
const rootCause = (error: Error) => (error.cause instanceof Error ? error.cause : error) as SendFailure;

/** Codes where there are any: a mail server's message often names the recipient. */
const describeFailure = ({ code, responseCode, message }: SendFailure) =>
  code || responseCode ? [code, responseCode].filter(Boolean).join(" ") : message;

function retryDelay(attempts: number, { code = "", responseCode = 0 }: SendFailure) {
  const isRefused = responseCode >= 500 && ["EENVELOPE", "EMESSAGE"].includes(code);
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), isRefused ? MAX_RETRY_AFTER_REFUSAL_MS : MAX_RETRY_MS);
}

/** False once the lease has expired and another process has taken the row: `attempts` has grown. */
const isStillLeased = ({ id, attempts }: Record<"id" | "attempts", unknown>) =>
  sql`${outbox.id} = ${id} and ${outbox.attempts} = ${attempts} and ${outbox.doneAt} is null`;

const leaseDue = statementsBy((queue: Queue) =>
  statement(`lease-${queue}s`, (db) => {
    // A wrong clock may have set `dueAt` in the future, so a row without attempts is always due.
    const isDue = or(lte(outbox.dueAt, given("now")), eq(outbox.attempts, 0));
    const nextRows = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNull(outbox.doneAt), isDue, queue === "mail" ? isMail : isFreeWebhook(given("now"))))
      .orderBy(outbox.dueAt, outbox.id)
      .limit(BATCHES[queue])
      .for("update", { skipLocked: true });
    return (
      db
        .update(outbox)
        .set({ attempts: sql`${outbox.attempts} + 1`, claim: sql`${given("claim")}`, dueAt: sql`${given("until")}` })
        // An array is computed once. PostgreSQL may run a subquery of `in` again for each row, and lock more than the limit.
        .where(sql`${outbox.id} = any(array(${nextRows}))`)
        .returning()
    );
  }),
);

const closeRow = statement("close-mail", (db) =>
  db
    .update(outbox)
    .set({ doneAt: sql`${given("now")}`, payload: {}, problem: sql`${given("problem")}` })
    .where(isStillLeased({ id: given("id"), attempts: given("attempts") })),
);

export function createDelivery({ db, clock }: { db: Database; clock: Clock }, queue: Queue) {
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms);

  /** Ids of lease queries that failed. The server may still have granted the lease, so they are looked up again. */
  const unansweredClaims: string[] = [];

  const leaseNext = (claim: string) => leaseDue(queue)(db, { claim, now: clock.now(), until: fromNow(LEASE_MS) });

  const leaseAgain = (claim: string) =>
    db
      .update(outbox)
      .set({ dueAt: fromNow(LEASE_MS) })
      .where(and(eq(outbox.claim, claim), isNull(outbox.doneAt)))
      .returning();

  async function lease(query: typeof leaseNext | typeof leaseAgain, claim: string) {
    try {
      return await query(claim);
    } catch (error) {
      unansweredClaims.push(claim);
      throw error;
    }
  }

  /** Whether the row is given up if this attempt fails. */
  const isLast = ({ createdAt }: OutboxRow) => createdAt.getTime() + GIVE_UP_AFTER_MS <= clock.now().getTime();

  return {
    isLast,

    /** Leases due rows to this process. The lease is committed before they are sent. */
    async take(): Promise<OutboxRow[]> {
      const lost = unansweredClaims.pop();
      const again = lost ? await lease(leaseAgain, lost) : [];
      return again.length > 0 ? again : lease(leaseNext, randomUUID());
    },

    isExpired: (row: OutboxRow) => row.expiresAt !== null && row.expiresAt <= clock.now(),

    async close(row: OutboxRow, problem: string | null = null) {
      await closeRow(db, { id: row.id, attempts: row.attempts, now: clock.now(), problem });
    },

    async postpone(row: OutboxRow, error: Error) {
      const cause = rootCause(error);
      const problem = describeFailure(cause);
      const outcome = isLast(row)
        ? { doneAt: clock.now(), payload: {} }
        : { dueAt: fromNow(retryDelay(row.attempts, cause)), claim: null };
      await db
        .update(outbox)
        .set({ ...outcome, problem })
        .where(isStillLeased(row));
      return { isLast: isLast(row), problem };
    },
  };
}
