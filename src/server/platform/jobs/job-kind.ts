import type { Database, Transaction } from "../database/database.ts";
import type { NewJob } from "./job-statements.ts";
import type { JobRow } from "./job-table.ts";

/** Jobs that share what they wait for. */
export interface QueuePolicy {
  /** Of each process. */
  concurrency: number;
  /** Longer than one job may take: only a process that died lets a lease expire. */
  leaseMs: number;
  /** Jobs of one lane run one after the other, in all processes together. */
  isLaned?: boolean;
  /** The other side is down, not the job wrong: the queue pauses, so that the others do not try it in vain. */
  isDown?(error: Error): boolean;
}

export interface Job<Payload> extends Pick<JobRow, "id" | "key" | "attempts" | "createdAt"> {
  payload: Payload;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Whether it is given up if this attempt fails. */
  isLast: boolean;
}

export interface KindPolicy {
  queue: string;
  /** The pause after a failed attempt. */
  retryMs(attempts: number, error: Error, ageMs: number): number;
  giveUpAfterMs?: number;
  priority?: number;
  /** A time to run again does not begin a new count of attempts. */
  keepsAttempts?: boolean;
}

/** Throws to be tried again. Returns when it runs again, else it is done. */
export type Work<Payload> = (job: Job<Payload>) => Promise<Date | undefined> | Promise<void>;

export interface QueuedJob<Payload> {
  key: string;
  /** Prefer ids: other data is read when the job runs. */
  payload: Payload;
  lane?: string;
  dueAt?: Date;
  /** After this it is no longer worth doing. */
  expiresAt?: Date;
}

/** `enqueue` is part of the caller's transaction: the job runs if and only if it commits. */
export interface JobKind<Payload> {
  /** What it does. Its domain may say so later than who enqueues it defines it. */
  handle(work: Work<Payload>): void;
  toRow(job: QueuedJob<Payload>): NewJob;
  enqueue(tx: Database | Transaction, job: QueuedJob<Payload>): Promise<void>;
  /** A job of this key runs once more: anew if it has ended, after its end if it runs, once if it still waits. */
  enqueueOrRepeat(tx: Database | Transaction, job: QueuedJob<Payload>): Promise<void>;
}

/** Each pause is twice as long as the one before. */
export const backoff = (firstMs: number, maxMs: number) => (attempts: number) =>
  Math.min(firstMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 30), maxMs);
