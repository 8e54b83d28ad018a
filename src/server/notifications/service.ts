import { randomUUIDv7 } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import { afterCommit } from "../platform/database/after-commit.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isDatabaseAway } from "../platform/database/faults.ts";
import { asJson, rowsIn } from "../platform/database/json-rows.ts";
import type { EventChannel } from "../platform/events/listen-notify.ts";
import type { Mail, Mailer } from "../platform/mailer.ts";
import { createPeriodicJob } from "../platform/periodic-job.ts";
import { createDelivery, type OutboxRow } from "./delivery.ts";
import { type Letter, writeOut } from "./letter.ts";
import { outbox } from "./outbox-table.ts";

const LOOK_MS = 5_000;
const WORKERS = 3;
const FIRST_WAIT_MS = 250;
const REMEMBER_MS = 30 * 24 * 60 * 60_000;

export interface Announcement {
  kind: string;
  /** Names the event: announced again, it is not told again. */
  key: string;
  /** Ids where possible; the rest is looked up when the mail goes out. */
  payload: object;
  /** When telling it no longer makes sense. */
  expiresAt?: Date;
}

/** A letter and whom it is for. */
export type Composed = Letter & Pick<Mail, "to" | "replyTo" | "subject">;
type Compose = (payload: never, announced: { at: Date }) => Promise<Composed | undefined>;

interface NotificationDeps {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  signals: EventChannel;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/**
 * The shop's outgoing mail. What happens is announced in its own transaction and told afterwards, however often it takes:
 * a row is in one process's hands at a time, and one that died in the middle of it is followed by another.
 */
export function createNotifications({ db, clock, mailer, signals, log }: NotificationDeps) {
  const composers = new Map<string, Compose>();
  const delivery = createDelivery({ db, clock });

  async function tell({ id, kind, payload, createdAt }: OutboxRow) {
    const compose = composers.get(kind);
    if (!compose) throw new Error(`there is no letter for ${kind}`);
    // The one place where a row's payload gets back the type it was announced with.
    const composed = await compose(payload as never, { at: createdAt });
    if (!composed) return;
    const { to, replyTo, subject } = composed;
    await mailer.send({ to, replyTo, subject, ...writeOut(composed) }, { id, createdAt });
    log.info({ mail: id, kind }, "a mail was sent");
  }

  /** Of what was done a note must be kept, or it is done again: a database that is away is waited for. */
  async function insistOn<T>(writing: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LOOK_MS)) {
      try {
        return await writing();
      } catch (error) {
        if (signal?.aborted || !isDatabaseAway(error as Error)) throw error;
        await delay(wait, undefined, { signal }).catch(() => {});
      }
    }
  }

  async function deliver(row: OutboxRow, signal: AbortSignal | undefined) {
    const about = { mail: row.id, kind: row.kind, attempts: row.attempts };
    if (delivery.isExpired(row)) {
      await delivery.close(row, "expired");
      log.warn({ ...about, problem: row.problem }, "a mail came too late to be sent");
      return;
    }
    try {
      await tell(row);
    } catch (error) {
      const { isLast, problem } = await insistOn(() => delivery.postpone(row, error as Error), signal);
      log.warn({ ...about, problem }, isLast ? "a mail was given up" : "a mail was not sent and will be tried again");
      return;
    }
    await insistOn(() => delivery.close(row), signal);
  }

  /** Sends everything that is due, one after the other, until told to stop. */
  async function deliverDue(signal?: AbortSignal) {
    while (!signal?.aborted) {
      const row = await delivery.take();
      if (!row) return;
      await deliver(row, signal);
    }
  }

  // A mail server takes a while for each mail, and at times for ever for one: none waits for another's.
  const workers = Array.from({ length: WORKERS }, () =>
    createPeriodicJob({ name: "mail", everyMs: LOOK_MS, work: deliverDue, log }),
  );
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  signals.onGap(wake);

  function toRows(announcements: readonly Announcement[]): OutboxRow[] {
    const now = clock.now();
    const never = { expiresAt: null, doneAt: null, problem: null, claim: null };
    const fresh = { ...never, attempts: 0, dueAt: now, createdAt: now };
    return announcements.map((news) => ({ ...fresh, ...news, id: randomUUIDv7() }));
  }

  return {
    /** Part of the caller's transaction: with it the mail is sure to go out, without it nothing was said. */
    async announce(where: Database | Transaction, ...announcements: Announcement[]) {
      await where.insert(outbox).values(toRows(announcements)).onConflictDoNothing({ target: outbox.key });
      afterCommit(wake);
    },

    /** The same as a step of a prepared statement, for each row of `news`; its place for the mails is filled by `given`. */
    announcing: (news: SQL) => sql`
      insert into ${outbox} select mail.* from ${news}, ${rowsIn(outbox, "mails")} mail on conflict (key) do nothing`,
    /** What belongs there; `announced` is to be called when the statement has been run. */
    given: (...announcements: Announcement[]) => ({
      values: { mails: asJson(outbox, toRows(announcements)) },
      announced: wake,
    }),

    /**
     * How a kind of announcement becomes a letter. It is asked when the mail goes out, perhaps more than once;
     * without an answer there is nothing to send.
     */
    compose<Payload extends object>(
      kind: string,
      write: (payload: Payload, announced: { at: Date }) => Promise<Composed | undefined>,
    ) {
      composers.set(kind, write);
    },

    deliverDue,
    start() {
      for (const worker of workers) worker.start();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      mailer.close();
    },

    /** Takes back what was announced under a payload with these values and has not gone out yet. */
    async withdraw(tx: Transaction, about: Record<string, string>) {
      const isAbout = sql`${outbox.payload} @> ${JSON.stringify(about)}::jsonb`;
      const closed = { doneAt: clock.now(), payload: {}, problem: "withdrawn" };
      await tx
        .update(outbox)
        .set(closed)
        .where(and(isNull(outbox.doneAt), isAbout));
    },

    /** For mails as they waited at an earlier moment: the shop of that moment has sent them. Answers how many there were. */
    async closeWaiting(tx: Transaction) {
      const closed = { doneAt: clock.now(), payload: {}, problem: "restored" };
      const { rowCount } = await tx.update(outbox).set(closed).where(isNull(outbox.doneAt));
      return rowCount ?? 0;
    },

    async countWaiting() {
      return db.$count(outbox, isNull(outbox.doneAt));
    },

    async forgetDone() {
      const longAgo = new Date(clock.now().getTime() - REMEMBER_MS);
      await db.delete(outbox).where(and(isNotNull(outbox.doneAt), lt(outbox.doneAt, longAgo)));
    },
  };
}
export type Notifications = ReturnType<typeof createNotifications>;
