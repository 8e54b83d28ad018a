import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, DAY_MS, MINUTE_MS } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { isDatabaseAway } from "../database/faults.ts";
import type { Log } from "../log.ts";
import { errorMessage } from "../log.ts";
import type { KindPolicy, QueuePolicy, Work } from "./job-kind.ts";
import { endJob, leaseAgain, leaseByKey, leaseDue, leaseOneOfFreeLane, postponeJob } from "./job-statements.ts";
import type { JobRow } from "./job-table.ts";

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/** A kind that this process does not know belongs to a newer version beside it. */
const UNKNOWN_KIND_MS = MINUTE_MS;
const PAUSE_MS = MINUTE_MS / 2;

interface Failure {
  code?: string;
  responseCode?: number;
  message: string;
}

/** A failed query's own message contains its parameters; its cause does not. */
const rootCause = (error: Error) => (error.cause instanceof Error ? error.cause : error) as Error & Failure;

/** Codes where there are any: a mail server's message often names the recipient. */
const describeFailure = ({ code, responseCode, message }: Failure) =>
  code || responseCode ? [code, responseCode].filter(Boolean).join(" ") : message;

export interface QueueDeps {
  db: Database;
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  kinds: ReadonlyMap<string, KindPolicy>;
  works: ReadonlyMap<string, Work<never>>;
  stopping: AbortSignal;
  /** Else jobs run only when they are asked for. */
  isStarted(): boolean;
}

/** The jobs of one queue that this process runs. */
export function createJobQueue(name: string, policy: QueuePolicy, deps: QueueDeps) {
  const { db, clock, log, kinds, works, stopping } = deps;
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms);
  const running = new Map<string, Promise<void>>();
  /** Leases whose query failed. The server may still have granted them, so they are looked up again. */
  const unansweredLeases: string[] = [];
  /** Whether the latest lease took as many as there was room for. */
  let mayHaveMore = false;
  let pausedUntil = 0;

  async function leaseWith(query: (lease: string) => Promise<JobRow[]>, lease: string = randomUUID()) {
    try {
      return await query(lease);
    } catch (error) {
      unansweredLeases.push(lease);
      throw error;
    }
  }

  const times = () => ({ now: clock.now(), until: fromNow(policy.leaseMs) });

  /** The lease is committed before the job runs. */
  async function leaseNext(limit: number) {
    const lost = unansweredLeases.pop();
    const again = lost ? await leaseWith((lease) => leaseAgain(db, { lease, ...times() }), lost) : [];
    const query = policy.isLaned ? leaseOneOfFreeLane : leaseDue;
    return again.length > 0 ? again : leaseWith((lease) => query(db, { queue: name, limit, lease, ...times() }));
  }

  /** Retries while the database is unreachable: a job whose outcome is not recorded would be done twice. */
  async function record(write: () => Promise<unknown>) {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
      try {
        return await write();
      } catch (error) {
        if (stopping.aborted || !isDatabaseAway(error as Error)) throw error;
        await delay(wait, undefined, { signal: stopping }).catch(() => {});
      }
    }
  }

  function end({ id, leaseId }: JobRow, state: JobRow["state"], problem: string | null = null) {
    return record(() => endJob(db, { id, lease: leaseId, state, problem, now: clock.now() }));
  }

  function postpone({ id, leaseId }: JobRow, dueAt: Date, attempts: number, problem: string | null = null) {
    return record(() => postponeJob(db, { id, lease: leaseId, dueAt, attempts, problem, now: clock.now() }));
  }

  async function fail(row: JobRow, kind: KindPolicy, ageMs: number, isLast: boolean, error: Error) {
    if (policy.isDown?.(error)) pausedUntil = clock.now().getTime() + PAUSE_MS;
    const cause = rootCause(error);
    const problem = describeFailure(cause);
    if (isLast) await end(row, "failed", problem);
    else await postpone(row, fromNow(kind.retryMs(row.attempts, cause, ageMs)), row.attempts, problem);
    const what = isLast ? "was given up" : "failed and will be tried again";
    log.warn({ job: row.id, kind: row.kind, attempts: row.attempts, problem }, `a job ${what}`);
  }

  async function run(row: JobRow) {
    const { id, key, attempts, createdAt, expiresAt } = row;
    const kind = kinds.get(row.kind);
    const work = works.get(row.kind);
    if (!kind || !work) return postpone(row, fromNow(UNKNOWN_KIND_MS), attempts - 1);
    if (expiresAt && expiresAt <= clock.now()) {
      log.warn({ job: id, kind: row.kind, attempts, problem: row.problem }, "a job came too late to be done");
      return end(row, "cancelled", "expired");
    }
    const ageMs = clock.now().getTime() - createdAt.getTime();
    const isLast = ageMs >= (kind.giveUpAfterMs ?? Number.POSITIVE_INFINITY);
    let next: Date | undefined;
    try {
      // The payload was enqueued by the same kind, so it has that type.
      const job = { id, key, attempts, createdAt, payload: row.payload as never, signal: stopping, isLast };
      next = (await work(job)) as Date | undefined;
    } catch (error) {
      return fail(row, kind, ageMs, isLast, error as Error);
    }
    return next ? postpone(row, next, kind.keepsAttempts ? attempts : 0) : end(row, "done");
  }

  function start(row: JobRow) {
    const work = run(row)
      .catch((error: unknown) => {
        const reason = errorMessage(error);
        log.warn({ job: row.id, kind: row.kind, reason }, "a job's outcome was not recorded and it will run again");
      })
      .then(() => {
        running.delete(row.key);
        // The lane is free, or there was no room for all.
        if (mayHaveMore || policy.isLaned) fillSoon();
      });
    running.set(row.key, work);
  }

  async function startDue() {
    if (stopping.aborted || clock.now().getTime() < pausedUntil) return 0;
    let started = 0;
    for (;;) {
      const room = policy.concurrency - running.size;
      const rows = room > 0 ? await leaseNext(room) : [];
      mayHaveMore = rows.length >= room;
      rows.forEach(start);
      started += rows.length;
      // Of free lanes one is leased at a time.
      if (!policy.isLaned || rows.length === 0) return started;
    }
  }

  let filling: Promise<number> = Promise.resolve(0);
  let next: Promise<number> | undefined;
  /** Starts what is due, as far as there is room. Calls meanwhile share the next run. */
  function fill() {
    next ??= filling
      .catch(() => {})
      .then(() => {
        next = undefined;
        filling = startDue();
        return filling;
      });
    return next;
  }

  function fillSoon() {
    if (!deps.isStarted()) return;
    fill().catch((error: unknown) =>
      log.warn({ queue: name, reason: errorMessage(error) }, "jobs could not be leased"),
    );
  }

  return {
    fill,
    fillSoon,
    running,
    /** A pause ends the current round only, where rounds are made by hand. */
    endPause() {
      pausedUntil = 0;
    },
    async idle() {
      await (next ?? filling).catch(() => {});
      await Promise.all(running.values());
    },
    /** Runs a job at once, whether there is room or not. Undefined when another process has it, or it has ended. */
    async runNow(key: string) {
      await (next ?? filling).catch(() => {});
      const isHere = running.get(key);
      if (isHere) return isHere;
      const [row] = await leaseWith((lease) => leaseByKey(db, { key, lease, ...times() }));
      if (row) start(row);
      return running.get(key);
    },
  };
}
export type JobQueue = ReturnType<typeof createJobQueue>;

/** Ended jobs hold their keys so long, and failed ones are shown so long. */
export const RETENTION_MS = { others: 30 * DAY_MS, failed: 90 * DAY_MS };
