import { expect, onTestFinished } from "vitest";
import { outbox } from "../../src/server/notifications/outbox-table.ts";
import { startMailServer } from "../support/mail-server.ts";
import { someEmail } from "../support/people.ts";
import { startShop } from "../support/shop-process.ts";
import { openTestShop, test } from "../support/test-shop.ts";

const LEASE_MS = 2 * 60_000;

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/users/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a mail whose process was killed while sending is sent by another process", async () => {
  const reached = Promise.withResolvers<void>();
  let isHanging = true;
  const server = await startMailServer({
    beforeAccepting: async () => {
      reached.resolve();
      if (isHanging) await new Promise(() => {});
    },
  });
  onTestFinished(server.stop);
  const shop = await openTestShop({ SMTP_URL: server.url });
  onTestFinished(shop.close);
  const { url, stop } = await startShop({
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.config.dataDir,
    SMTP_URL: server.url,
    DEMO_DATA: "off",
    LOG_LEVEL: "warn",
  });
  onTestFinished(() => stop());
  const email = someEmail();
  const person = { name: "Asha", email, phone: "9876543210", password: "four words of mine" };
  expect((await post(url, "register", person)).status).toBe(201);
  expect((await post(url, "forgot", { email })).status).toBe(200);
  await reached.promise;
  await stop("SIGKILL");
  isHanging = false;

  const { deliverDue } = shop.services.notifications;
  await deliverDue();
  expect(server.received).toEqual([]);
  shop.clock.advance(LEASE_MS + (Date.now() - shop.clock.now().getTime()));
  await deliverDue();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[email]]);
  expect(await shop.db.select().from(outbox)).toMatchObject([{ attempts: 2, doneAt: shop.clock.now() }]);
});
