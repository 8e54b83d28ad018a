import { randomUUID } from "node:crypto";
import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { outbox } from "./outbox-table.ts";

/** Longer than sending may take: only a process that died lets a lease expire. */
const LEASE_MS = 2 * 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * 60_000;
/** A permanent refusal is retried rarely: the owner may still correct a setting. */
const MAX_RETRY_AFTER_REFUSAL_MS = 4 * 60 * 60_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60_000;

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

/** Exponential backoff. */
function retryDelay(attempts: number, { code = "", responseCode = 0 }: SendFailure) {
  const isRefused = responseCode >= 500 && ["EENVELOPE", "EMESSAGE"].includes(code);
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), isRefused ? MAX_RETRY_AFTER_REFUSAL_MS : MAX_RETRY_MS);
}

/** Leases outbox rows and records how sending went. */
export function createDelivery({ db, clock }: { db: Database; clock: Clock }) {
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms);

  /** False once the lease has expired and another process has taken the row: `attempts` has grown. */
  const isStillLeased = (row: OutboxRow) =>
    and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.doneAt));

  /** Claims whose query failed: the row may have been leased all the same. */
  const unansweredClaims: string[] = [];

  async function lease(claim: string, change: { attempts?: SQL }, where: SQL | undefined) {
    try {
      const [row] = await db
        .update(outbox)
        .set({ ...change, claim, dueAt: fromNow(LEASE_MS) })
        .where(where)
        .returning();
      return row;
    } catch (error) {
      unansweredClaims.push(claim);
      throw error;
    }
  }

  const leaseAgain = (claim: string) => lease(claim, {}, and(eq(outbox.claim, claim), isNull(outbox.doneAt)));

  function leaseNext() {
    // A clock that was ahead may have set `dueAt` too late: a row never tried is always due.
    const isDue = or(lte(outbox.dueAt, clock.now()), eq(outbox.attempts, 0));
    const next = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNull(outbox.doneAt), isDue))
      .orderBy(outbox.dueAt, outbox.id)
      .limit(1)
      .for("update", { skipLocked: true });
    return lease(randomUUID(), { attempts: sql`${outbox.attempts} + 1` }, eq(outbox.id, next));
  }

  return {
    /** Leases the next due row to this process. The lease is committed before the mail is sent. */
    async take(): Promise<OutboxRow | undefined> {
      const lost = unansweredClaims.pop();
      return (lost && (await leaseAgain(lost))) || leaseNext();
    },

    isExpired: (row: OutboxRow) => row.expiresAt !== null && row.expiresAt <= clock.now(),

    async close(row: OutboxRow, problem: string | null = null) {
      await db.update(outbox).set({ doneAt: clock.now(), payload: {}, problem }).where(isStillLeased(row));
    },

    /** Schedules the next attempt, or gives up after the last one. */
    async postpone(row: OutboxRow, error: Error) {
      const cause = rootCause(error);
      const problem = describeFailure(cause);
      const isLast = row.createdAt.getTime() + GIVE_UP_AFTER_MS <= clock.now().getTime();
      const outcome = isLast
        ? { doneAt: clock.now(), payload: {} }
        : { dueAt: fromNow(retryDelay(row.attempts, cause)) };
      await db
        .update(outbox)
        .set({ ...outcome, problem })
        .where(isStillLeased(row));
      return { isLast, problem };
    },
  };
}
