import { listTag } from "../catalogue/tags.ts";
import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { createPeriodicJob } from "../platform/periodic-job.ts";
import type { Services } from "../services.ts";

export async function deleteExpired(services: Services) {
  const { images, limiter, notifications, payments, accounts, appointments, checkout, enquiries, sandbox, wishlist } =
    services;
  await Promise.all([
    images.deleteUnclaimed(HOUR_MS),
    limiter.deleteExpired(),
    notifications.deleteExpired(),
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

/** The shop's background work. Each job may run in several processes at once. */
export function createJobs(services: Services, log: Log) {
  const { accounts, appointments, checkout, orders, payments, refunds, notifications, events, changes, backups } =
    services;
  const { catalogue, documents, reviews, wishlist } = services;
  const jobs = [
    { name: "holds", everyMs: MINUTE_MS / 2, work: checkout.releaseExpired },
    { name: "payments", everyMs: MINUTE_MS, work: payments.reconcile },
    { name: "refunds", everyMs: MINUTE_MS / 2, work: refunds.reconcile },
    {
      name: "unpaid",
      everyMs: 15 * MINUTE_MS,
      work: (signal: AbortSignal) => checkout.cancelStale(payments.check, signal),
    },
    { name: "papers", everyMs: MINUTE_MS / 2, work: documents.work },
    { name: "address requests", everyMs: 15 * MINUTE_MS, work: orders.askForAddresses },
    { name: "reminders", everyMs: MINUTE_MS, work: appointments.remind },
    { name: "review requests", everyMs: 60 * MINUTE_MS, work: reviews.ask },
    { name: "review photos", everyMs: 5 * MINUTE_MS, work: reviews.placePhotos },
    { name: "backups", everyMs: 15 * MINUTE_MS, work: backups.createIfDue },
    { name: "started courses", everyMs: MINUTE_MS, work: catalogue.dropStartedCourses },
    { name: "searches", everyMs: MINUTE_MS, work: catalogue.searches.save },
    { name: "stored secrets", everyMs: 60 * MINUTE_MS, work: accounts.resealSecrets },
    { name: "webhook secrets", everyMs: 60 * MINUTE_MS, work: services.integrations.webhooks.resealSecrets },
    { name: "expired", everyMs: 60 * MINUTE_MS, work: () => deleteExpired(services) },
  ].map((job) => createPeriodicJob({ log, ...job }));
  const backInStock = createPeriodicJob({ log, name: "back in stock", everyMs: MINUTE_MS, work: wishlist.tellWaiting });
  jobs.push(backInStock);
  changes.subscribe((tags) => {
    if (tags.includes(listTag("/products"))) backInStock.wake();
  });
  // Run all jobs when the database is reachable again: earlier runs may have failed.
  for (const { wake } of jobs) events.onReconnect(wake);

  return {
    async start() {
      await events.start();
      notifications.start();
      for (const job of jobs) job.start();
    },
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
