import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { jobs } from "../../src/server/platform/jobs/job-table.ts";
import { startMailServer } from "../support/mail-server.ts";
import { ask, register } from "../support/people.ts";
import { openOwnShop, openSecondShop, test } from "../support/test-shop.ts";

const LEASE_MS = 2 * 60_000;

// Killed processes are in orders-kill.test.ts. A process that was killed and one that hangs leave the same lease.
test("a mail whose process never finishes sending it is sent by another process", async () => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHanging = true;
  const server = await startMailServer({
    beforeAccepting: async () => {
      reached.resolve();
      if (isHanging) await released.promise;
    },
  });
  onTestFinished(server.stop);
  const shop = await openOwnShop({ SMTP_URL: server.url });
  const { email } = await register(shop);
  expect((await ask(shop, "POST", "forgot", { json: { email } })).statusCode).toBe(200);
  const hanging = (await openSecondShop(shop)).services.notifications.deliverDue();
  onTestFinished(() => hanging.catch(() => {}));
  onTestFinished(() => released.resolve());
  await reached.promise;
  isHanging = false;

  const { deliverDue } = shop.services.notifications;
  await deliverDue();
  expect(server.received).toEqual([]);
  shop.clock.advance(LEASE_MS);
  await deliverDue();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[email]]);
  expect(await shop.db.select().from(jobs).where(eq(jobs.queue, "mail"))).toMatchObject([
    { attempts: 2, endedAt: shop.clock.now() },
  ]);
});
