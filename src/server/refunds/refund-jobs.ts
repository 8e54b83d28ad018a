import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { backoff } from "../platform/jobs/job-kind.ts";
import type { JobRunner } from "../platform/jobs/job-runner.ts";
import type { RefundDeps } from "./deps.ts";
import { after } from "./ledger.ts";

export const MIN_POLL_MS = 5 * MINUTE_MS;
const MAX_POLL_MS = 6 * HOUR_MS;

/** Backoff: the interval grows with the age of the refund. */
export const pollDelay = (ageMs: number) => Math.min(Math.max(MIN_POLL_MS, ageMs / 10), MAX_POLL_MS);

interface OfRefund {
  refundId: string;
}
type Deps = Pick<RefundDeps, "jobs" | "clock">;

export const sendKey = (refundId: string) => `refund-send:${refundId}`;

/** Above one attempt, the provider is asked before money is sent: so attempts are never forgotten. */
export const defineSend = (jobs: JobRunner) =>
  jobs.define<OfRefund>("refund-send", {
    queue: "refund",
    retryMs: backoff(MINUTE_MS / 2, HOUR_MS),
    keepsAttempts: true,
  });

export const definePoll = (jobs: JobRunner) =>
  jobs.define<OfRefund>("refund-poll", {
    queue: "refund",
    retryMs: (_attempts, _error, ageMs) => pollDelay(ageMs),
  });

export const enqueueSend = (tx: Transaction | Database, { jobs }: Deps, { id }: { id: string }) =>
  defineSend(jobs).enqueue(tx, { key: sendKey(id), payload: { refundId: id } });

/** For a refund that the provider has not processed immediately. */
export const enqueuePoll = (tx: Transaction, deps: Deps, { id }: { id: string }) =>
  definePoll(deps.jobs).enqueueOrRepeat(tx, {
    key: `refund-poll:${id}`,
    payload: { refundId: id },
    dueAt: after(deps, MIN_POLL_MS),
  });
