import { randomUUIDv7 } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, count, eq, not, type SQL } from "drizzle-orm";
import { type Clock, HOUR_MS, MINUTE_MS } from "../clock.ts";
import { afterCommit, type Database, type Transaction } from "../database/database.ts";
import { valuesIn } from "../database/statement.ts";
import { errorMessage, type Log } from "../log.ts";
import { backoff, type JobKind, type KindPolicy, type QueuedJob, type QueuePolicy, type Work } from "./job-kind.ts";
import { createJobQueue, RETENTION_MS } from "./job-queue.ts";
import { deleteEnded, insertJobs, isRunning, type NewJob, readDue, repeatJob } from "./job-statements.ts";
import { jobs } from "./job-table.ts";

const POLL_MS = 5_000;
const MIN_PAUSE_MS = 50;

interface RunnerDeps {
  db: Database;
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
}

/** Runs jobs: each is leased to one process at a time and retried as its kind says. */
export function createJobRunner({ db, clock, log }: RunnerDeps, policies: Record<string, QueuePolicy>) {
  const kinds = new Map<string, KindPolicy>();
  const works = new Map<string, Work<never>>();
  const stopping = new AbortController();
  let polling: Promise<void> | undefined;
  let endPause = () => {};
  const deps = { db, clock, log, kinds, works, stopping: stopping.signal, isStarted: () => polling !== undefined };
  const queues = new Map(
    Object.entries(policies).map(([name, policy]) => [name, createJobQueue(name, policy, deps)] as const),
  );
  const queueOf = (name: string) => {
    const queue = queues.get(name);
    if (!queue) throw new Error(`there is no queue ${name}`);
    return queue;
  };

  /** In this process only, as NOTIFY would make commits wait for each other. Another process finds it at its poll. */
  const wakeAfterCommit = (name: string) => afterCommit(queueOf(name).fillSoon);

  /** Jobs of several kinds of one queue, in one statement. */
  async function enqueueAll(tx: Database | Transaction, rows: NewJob[]) {
    if (rows.length === 0) return;
    await insertJobs(rows.length)(tx, Object.assign({}, ...rows.map((row, n) => valuesIn(`${n}`, row))));
    wakeAfterCommit(rows[0]!.queue);
  }

  /** A kind is stored with its jobs, so it must not change. */
  function define<Payload extends object>(kind: string, policy: KindPolicy): JobKind<Payload> {
    const { queue, priority = 0 } = policy;
    kinds.set(kind, policy);
    function toRow({ key, payload, lane = null!, dueAt, expiresAt = null! }: QueuedJob<Payload>): NewJob {
      const now = clock.now();
      const row = { queue, kind, key, payload, lane, priority, expiresAt };
      return { ...row, id: randomUUIDv7(), dueAt: dueAt ?? now, createdAt: now };
    }
    return {
      handle: (work) => void works.set(kind, work),
      toRow,
      enqueue: (tx, job) => enqueueAll(tx, [toRow(job)]),
      async enqueueOrRepeat(tx, job) {
        await repeatJob(tx, valuesIn("job", toRow(job)));
        wakeAfterCommit(queue);
      },
    };
  }

  let schedules: { name: string; kind: JobKind<object> }[] = [];

  /** Each is one job, which one of all processes runs. */
  async function enqueueSchedules() {
    for (const { name, kind } of schedules) await kind.enqueue(db, { key: name, payload: {} });
    schedules = [];
  }

  /** Starts what is due. Returns the time until something else will be. */
  async function poll() {
    await enqueueSchedules();
    const rows = await readDue(db, { now: clock.now() });
    for (const { queue, isDue } of rows) if (isDue) queues.get(queue)?.fillSoon();
    const waits = rows.map(({ nextAt }) => (nextAt ? nextAt.getTime() - clock.now().getTime() : POLL_MS));
    return Math.max(MIN_PAUSE_MS, Math.min(POLL_MS, ...waits));
  }

  async function keepPolling() {
    while (!stopping.signal.aborted) {
      const wait = await poll().catch((error: unknown) => {
        log.warn({ reason: errorMessage(error) }, "the jobs could not be read");
        return POLL_MS;
      });
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      endPause = resolve;
      const timer = new AbortController();
      const { signal } = timer;
      if (!stopping.signal.aborted) await Promise.race([woken, delay(wait, undefined, { signal }).catch(() => {})]);
      timer.abort();
    }
  }

  return {
    define,
    enqueueAll,

    /** Work that runs every `everyMs`, once in all processes together. */
    schedule(title: string, queue: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>) {
      const name = `schedule:${title}`;
      const kind = define(name, { queue, retryMs: backoff(Math.min(MINUTE_MS, everyMs), Math.min(everyMs, HOUR_MS)) });
      kind.handle(async ({ signal }) => {
        await work(signal);
        return new Date(clock.now().getTime() + everyMs);
      });
      schedules.push({ name, kind });
    },
    enqueueSchedules,

    start() {
      polling ??= keepPolling();
    },
    /** Graceful shutdown: waits for what runs, and starts nothing. */
    async stop() {
      stopping.abort();
      endPause();
      await polling;
      await Promise.all([...queues.values()].map((queue) => queue.idle()));
    },
    /** Looks for due jobs now, as after the database was away. */
    wake: () => endPause(),

    /** Runs all that is due, and what that enqueues, without timers. Rejects when a lease fails. */
    async runDue(names: string[] = [...queues.keys()]) {
      const chosen = names.map(queueOf);
      for (const queue of chosen) queue.endPause();
      for (let isMore = true; isMore; ) {
        const started = await Promise.all(chosen.map((queue) => queue.fill()));
        const active = chosen.flatMap((queue) => [...queue.running.values()]);
        isMore = active.length > 0 || started.some((count) => count > 0);
        await Promise.all(active);
      }
    },

    /** Runs one job at once and waits for its end, at most `waitMs`. */
    async runNow(queue: string, key: string, waitMs: number) {
      const timer = new AbortController();
      const tooLong = delay(waitMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([queueOf(queue).runNow(key), tooLong]);
      timer.abort();
    },

    /** What waits is due now. */
    async makeDue(kind: string) {
      const now = clock.now();
      await db
        .update(jobs)
        .set({ dueAt: now })
        .where(and(eq(jobs.kind, kind), eq(jobs.state, "waiting"), not(isRunning(now.toISOString()))));
    },

    /** Ends what waits, whether it runs or not. */
    async cancel(tx: Database | Transaction, where: SQL | undefined, problem: string) {
      const set = { state: "cancelled", endedAt: clock.now(), payload: {}, problem } as const;
      await tx
        .update(jobs)
        .set(set)
        .where(and(eq(jobs.state, "waiting"), where));
    },

    async countWaiting(): Promise<Record<string, number>> {
      const isWaiting = eq(jobs.state, "waiting");
      const rows = await db.select({ queue: jobs.queue, n: count() }).from(jobs).where(isWaiting).groupBy(jobs.queue);
      const none = [...queues.keys()].map((name) => [name, 0]);
      return Object.fromEntries([...none, ...rows.map(({ queue, n }) => [queue, n])]);
    },

    async deleteEnded() {
      const before = (ms: number) => new Date(clock.now().getTime() - ms);
      await deleteEnded(db, { others: before(RETENTION_MS.others), failed: before(RETENTION_MS.failed) });
    },
  };
}
export type JobRunner = ReturnType<typeof createJobRunner>;
