import { createPeriodicJob } from "../platform/periodic-job.ts";
import type { Services } from "../services.ts";

const MINUTE_MS = 60_000;

interface Log {
  warn(details: object, message: string): void;
}

/** Clears away what a crash may have left and what time has made useless. */
export async function deleteExpired(services: Services) {
  const { images, limiter, notifications, payments, accounts, orders, enquiries, sandbox } = services;
  await Promise.all([
    images.clearAway(),
    limiter.forgetEnded(),
    notifications.forgetDone(),
    payments.forgetHandled(),
    accounts.forgetEndedResets(),
    orders.forgetKeys(),
    enquiries.forgetOld(),
    sandbox.forgetOld(),
  ]);
}

/** What the shop does by itself, beside answering. Each job may run in several processes at once. */
export function createJobs(services: Services, log: Log) {
  const { orders, payments, notifications, signals, backups } = services;
  const jobs = {
    holds: { everyMs: MINUTE_MS / 2, work: orders.releaseExpired },
    payments: { everyMs: MINUTE_MS, work: payments.catchUp },
    backups: { everyMs: 15 * MINUTE_MS, work: backups.makeIfDue },
    tidying: { everyMs: 60 * MINUTE_MS, work: () => deleteExpired(services) },
  };
  const workers = Object.entries(jobs).map(([name, job]) => createPeriodicJob({ name, log, ...job }));
  // A database that was away has left work half done; it is taken up the moment it is back.
  for (const { wake } of workers) signals.onGap(wake);

  return {
    async start() {
      await signals.start();
      notifications.start();
      for (const worker of workers) worker.start();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
