import { listTag } from "../catalogue/tags.ts";
import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { createPeriodicJob } from "../platform/periodic-job.ts";
import type { Services } from "../services.ts";

export async function deleteExpired(services: Services) {
  const { images, limiter, payments, accounts, appointments, checkout, enquiries, sandbox, wishlist } = services;
  await Promise.all([
    images.deleteUnclaimed(HOUR_MS),
    limiter.deleteExpired(),
    services.jobs.deleteEnded(),
    payments.deleteExpired(),
    accounts.deleteExpired(),
    appointments.intakes.eraseExpired(),
    checkout.deleteExpiredKeys(),
    enquiries.deleteExpired(),
    sandbox.deleteExpired(),
    wishlist.deleteExpired(),
    services.documents.eraseExpired(),
    services.agents.deleteExpired(),
    services.integrations.webhooks.deleteExpired(),
  ]);
}

/** What runs again and again, in one of all processes. */
function scheduleChores(services: Services) {
  const { appointments, checkout, jobs, orders, payments, reviews } = services;
  const schedule = (title: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>) =>
    jobs.schedule(title, "chores", everyMs, work);
  schedule("holds", MINUTE_MS / 2, checkout.releaseExpired);
  schedule("unpaid", 15 * MINUTE_MS, (signal) => checkout.cancelStale(payments.check, signal));
  schedule("address requests", 15 * MINUTE_MS, orders.askForAddresses);
  schedule("reminders", MINUTE_MS, appointments.remind);
  schedule("review requests", HOUR_MS, reviews.ask);
  schedule("review photos", 5 * MINUTE_MS, reviews.placePhotos);
  schedule("expired", HOUR_MS, () => deleteExpired(services));
}

/** The shop's background work. */
export function createJobs(services: Services, log: Log) {
  const { backups, catalogue, changes, events, wishlist } = services;
  scheduleChores(services);
  /** In every process: they depend on its memory or its backup folder. */
  const jobs = [
    { name: "backups", everyMs: 15 * MINUTE_MS, work: backups.createIfDue },
    { name: "started courses", everyMs: MINUTE_MS, work: catalogue.dropStartedCourses },
    { name: "searches", everyMs: MINUTE_MS, work: catalogue.searches.save },
  ].map((job) => createPeriodicJob({ log, ...job }));
  const backInStock = createPeriodicJob({ log, name: "back in stock", everyMs: MINUTE_MS, work: wishlist.tellWaiting });
  jobs.push(backInStock);
  changes.subscribe((tags) => {
    if (tags.includes(listTag("/products"))) backInStock.wake();
  });
  // Run all jobs when the database is reachable again: earlier runs may have failed.
  for (const { wake } of [...jobs, services.jobs]) events.onReconnect(wake);

  return {
    async start() {
      await events.start();
      services.jobs.start();
      for (const job of jobs) job.start();
    },
    async stop() {
      await Promise.all([...jobs, services.jobs].map((job) => job.stop()));
    },
  };
}
