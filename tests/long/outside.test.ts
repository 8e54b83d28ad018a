import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type BusyShop, openBusyShop, printFigures } from "../support/busy-shop.ts";
import { startMailServer } from "../support/mail-server.ts";
import { isLong } from "../support/real-shop.ts";
import { until } from "../support/until.ts";
import { startWire } from "../support/wire.ts";

const OUTAGE_MS = isLong ? 20_000 : 500;
/** Longer than the shop's timeout for its payment provider. */
const TOO_SLOW_MS = 9_000;

test("loses nothing when the payment provider and the mail server are down, slow or broken", {
  timeout: 600_000,
}, async () => {
  const mail = await startMailServer();
  onTestFinished(mail.stop);
  const toMail = await startWire(() => ({ host: "127.0.0.1", port: mail.port }));
  onTestFinished(toMail.stop);
  let opened: BusyShop | undefined;
  // The provider is the shop's own sandbox behind a proxy. A starting shop asks it before its port is known here.
  const toProvider = await startWire(() =>
    opened ? { host: "127.0.0.1", port: Number(new URL(opened.shop().url).port) } : undefined,
  );
  onTestFinished(toProvider.stop);
  opened = await openBusyShop({
    hasServerDatabase: true,
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
      PAYMENTS: "sandbox",
      RAZORPAY_API_URL: `http://127.0.0.1:${toProvider.port}/sandbox/razorpay/v1`,
    },
  });
  const { busy, shop, expectHealthy } = opened;
  busy.begin();
  await busy.waitForPayment();

  let cuts = 0;
  for (const mode of isLong ? (["down", "garbage", "silent"] as const) : (["down", "garbage"] as const)) {
    for (const wire of [toProvider, toMail]) wire.behave(mode);
    cuts += 1;
    const { refused } = busy.tally;
    await until(async () => busy.tally.refused > refused, 30_000);
    expect((await fetch(`${shop().url}/readyz`)).status).toBe(200);
    await delay(OUTAGE_MS);
    for (const wire of [toProvider, toMail]) wire.heal();
    for (const wire of [toProvider, toMail]) wire.cut();
    cuts += 1;
    await busy.waitForPayment();
  }
  for (const wire of [toProvider, toMail]) wire.slowDown(isLong ? TOO_SLOW_MS : 300);
  await busy.waitForSteps();
  await delay(OUTAGE_MS);
  for (const wire of [toProvider, toMail]) wire.heal();
  await busy.waitForPayment();

  const figures = await expectHealthy();
  expect(shop().output()).not.toMatch(/"level":(50|60)/);
  const ids = mail.received.map(({ headers }) => headers["message-id"]!);
  const distinct = new Set(ids);
  printFigures("provider and mail server down", {
    ...figures,
    mails: distinct.size,
    twice: ids.length - distinct.size,
  });
  expect(distinct.size, "two mails for each paid order").toBe(2 * figures.paid);
  // A mail whose acknowledgement was lost has to be sent again.
  expect(ids.length - distinct.size).toBeLessThanOrEqual(cuts);
});
