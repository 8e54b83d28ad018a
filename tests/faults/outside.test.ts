import { setTimeout as delay } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { type FaultShop, isLong, openFaultShop, tellFigures } from "../support/fault-shop.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";
import { startWire } from "../support/wire.ts";

const AWAY_MS = isLong ? 20_000 : 500;
/** Longer than the shop waits for its provider. */
const TOO_SLOW_MS = 9_000;

test("a payment provider and a mail server that are down, slow or mad cost nothing but time", {
  timeout: 600_000,
}, async () => {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  onTestFinished(database.drop);
  const mail = await startMailServer();
  onTestFinished(mail.stop);
  const toMail = await startWire(() => ({ host: "127.0.0.1", port: mail.port }));
  onTestFinished(toMail.stop);
  let opened: FaultShop | undefined;
  // The provider is the shop's own sandbox, at the end of a wire.
  const toProvider = await startWire(() => ({ host: "127.0.0.1", port: Number(new URL(opened!.shop().url).port) }));
  onTestFinished(toProvider.stop);
  opened = await openFaultShop({
    settings: {
      DATABASE_URL: database.url,
      SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
      RAZORPAY_API_URL: `http://127.0.0.1:${toProvider.port}/sandbox/razorpay/v1`,
    },
  });
  const { busy, shop, expectAllWell } = opened;
  busy.begin();
  await busy.somebodyPays();

  let cuts = 0;
  for (const manner of isLong ? (["down", "garbage", "silent"] as const) : (["down", "garbage"] as const)) {
    for (const wire of [toProvider, toMail]) wire.behave(manner);
    cuts += 1;
    const { refused } = busy.tally;
    await until(async () => busy.tally.refused > refused, 30_000);
    expect((await fetch(`${shop().url}/readyz`)).status).toBe(200);
    await delay(AWAY_MS);
    for (const wire of [toProvider, toMail]) wire.heal();
    for (const wire of [toProvider, toMail]) wire.cut();
    cuts += 1;
    await busy.somebodyPays();
  }
  for (const wire of [toProvider, toMail]) wire.slowDown(isLong ? TOO_SLOW_MS : 300);
  await busy.goOn();
  await delay(AWAY_MS);
  for (const wire of [toProvider, toMail]) wire.heal();
  await busy.somebodyPays();

  const figures = await expectAllWell();
  expect(shop().output()).not.toMatch(/"level":(50|60)/);
  const ids = mail.received.map(({ headers }) => headers["message-id"]!);
  const distinct = new Set(ids);
  tellFigures("provider and mail server away", { ...figures, mails: distinct.size, twice: ids.length - distinct.size });
  expect(distinct.size, "a confirmation and a notice for each paid order").toBe(2 * figures.paid);
  // A mail whose acknowledgement was cut off cannot be told from one that did not arrive.
  expect(ids.length - distinct.size).toBeLessThanOrEqual(cuts);
});
