import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { fromJson } from "../platform/database/json-rows.ts";
import { prepared } from "../platform/database/prepared.ts";
import { outbox } from "./outbox-table.ts";

/** Longer than a mail may take to be sent: only a process that died leaves a mail in hand for so long. */
const LEASE_MS = 2 * 60_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** A server that says no for good is asked again now and then, since its owner may yet correct a setting. */
const LONGEST_WAIT_AFTER_REFUSAL_MS = 4 * 60 * 60_000;
const KEEP_TRYING_MS = 3 * 24 * 60 * 60_000;

export type OutboxRow = typeof outbox.$inferSelect;

/**
 * Kept on disk before the mail goes out, so that no crash lets it go out twice. A clock that was ahead and was put right has
 * made mails that seem to be due later; one never tried is due.
 */
const take = prepared<{ row: Record<string, unknown> }>(
  "next-mail",
  sql`with next as materialized (
      select id from ${outbox} where done_at is null and (due_at <= ${sql.placeholder("now")} or attempts = 0)
      order by due_at, id limit 1 for update skip locked
    )
    update ${outbox} taken
    set attempts = attempts + 1, due_at = ${sql.placeholder("until")}, claim = ${sql.placeholder("claim")}::uuid
    from next where taken.id = next.id
    returning row_to_json(taken) as row`,
);

const takeAgain = prepared<{ row: Record<string, unknown> }>(
  "same-mail",
  sql`update ${outbox} taken set due_at = ${sql.placeholder("until")}
    where claim = ${sql.placeholder("claim")}::uuid and done_at is null
    returning row_to_json(taken) as row`,
);

const close = prepared(
  "close-mail",
  sql`update ${outbox} set done_at = ${sql.placeholder("now")}, payload = '{}', problem = ${sql.placeholder("problem")}
    where id = ${sql.placeholder("id")}::uuid and attempts = ${sql.placeholder("attempts")}::int and done_at is null`,
);

interface Failure {
  code?: string;
  responseCode?: number;
  message: string;
}

/** A failed query carries the values it was asked with; the reason is behind it. */
const causeOf = (error: Error) => (error.cause instanceof Error ? error.cause : error) as Failure;

/** Says what went wrong without repeating what a mail server says, which often names the recipient. */
const problemOf = ({ code, responseCode, message }: Failure) =>
  code || responseCode ? [code, responseCode].filter(Boolean).join(" ") : message;

function waitAfter(attempts: number, { code = "", responseCode = 0 }: Failure) {
  const isRefused = responseCode >= 500 && ["EENVELOPE", "EMESSAGE"].includes(code);
  const longest = isRefused ? LONGEST_WAIT_AFTER_REFUSAL_MS : LONGEST_WAIT_MS;
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), longest);
}

/** Takes rows out of the outbox and writes back how each of them went. */
export function createDelivery({ db, clock }: { db: Database; clock: Clock }) {
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
  /** Whoever's lease ran out no longer has a say: another took the row, and its attempts have grown. */
  const inHand = (row: OutboxRow) =>
    and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.doneAt));

  /** Takes that broke off: each may have taken a row nobody knows of, which would lie there until its lease ends. */
  const unanswered: string[] = [];
  async function asking<T>(claim: string, answer: Promise<T>) {
    try {
      return await answer;
    } catch (error) {
      unanswered.push(claim);
      throw error;
    }
  }

  return {
    /** The next row that is due, in this process's hands until its lease ends. */
    async take(): Promise<OutboxRow | undefined> {
      const until = inMs(LEASE_MS);
      const lost = unanswered.pop();
      const again = lost ? await asking(lost, takeAgain(db, { claim: lost, until })) : [];
      const claim = randomUUID();
      const [found] = again.length > 0 ? again : await asking(claim, take(db, { claim, now: clock.now(), until }));
      return found && fromJson(outbox, found.row);
    },

    isExpired: (row: OutboxRow) => row.expiresAt !== null && row.expiresAt <= clock.now(),

    async close(row: OutboxRow, problem: string | null = null) {
      await close(db, { now: clock.now(), problem, id: row.id, attempts: row.attempts });
    },

    /** Puts a row back for later; answers whether that was its last attempt. */
    async postpone(row: OutboxRow, error: Error) {
      const reason = causeOf(error);
      const problem = problemOf(reason);
      const isLast = row.createdAt.getTime() + KEEP_TRYING_MS <= clock.now().getTime();
      const outcome = isLast ? { doneAt: clock.now(), payload: {} } : { dueAt: inMs(waitAfter(row.attempts, reason)) };
      await db
        .update(outbox)
        .set({ ...outcome, problem })
        .where(inHand(row));
      return { isLast, problem };
    },
  };
}
