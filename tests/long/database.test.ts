import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openBusyShop, printFigures } from "../support/busy-shop.ts";
import { send } from "../support/checkouts.ts";
import { startMailServer } from "../support/mail-server.ts";
import { isLong } from "../support/real-shop.ts";
import { until } from "../support/until.ts";
import { startWiredDatabase, type WiredDatabase } from "../support/wire.ts";

const MAX_CONNECTIONS = 16;
const OUTAGE_MS = isLong ? 20_000 : 1_000;
const ROUNDS = isLong ? 5 : 1;

const readiness = async (url: string) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })).status;

/** Opens connections until the database refuses more. */
async function useUpConnections({ url }: WiredDatabase) {
  const held: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch {
      return { release: () => Promise.all(held.map((one) => one.end())) };
    }
    held.push(client);
  }
}

async function makePaymentsDue({ url }: WiredDatabase) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update jobs set due_at = now() where kind = 'payment-check' and state = 'waiting'");
  await client.end();
}

test("the shop recovers when its database stops and returns under load", { timeout: 600_000 }, async () => {
  const database = await startWiredDatabase({ max_connections: `${MAX_CONNECTIONS}` });
  onTestFinished(database.remove);
  let beforeAccepting = () => {};
  const mail = await startMailServer({ beforeAccepting: () => beforeAccepting() });
  onTestFinished(mail.stop);
  const settings = { DATABASE_URL: database.url, SMTP_URL: mail.url };
  const { busy, shop, expectHealthy } = await openBusyShop({ settings });
  const recovers = () => until(async () => (await readiness(shop().url)) === 200, 30_000);
  busy.begin();
  await busy.waitForSteps();

  await database.stop();
  expect(await readiness(shop().url)).toBe(503);
  await delay(OUTAGE_MS);
  await database.start();
  await recovers();
  await busy.waitForSteps();

  for (let round = 0; round < ROUNDS; round++) {
    database.wire.cut();
    await recovers();
    await busy.waitForSteps();
  }

  // Another client takes all connections before the shop can reconnect.
  database.wire.cut();
  const others = await useUpConnections(database);
  await delay(OUTAGE_MS / 2);
  await others.release();
  await recovers();
  await busy.waitForSteps();

  if (isLong) {
    // Packets are lost: no refusal and no response.
    database.wire.behave("silent");
    expect(await readiness(shop().url)).toBe(503);
    await delay(OUTAGE_MS);
    database.wire.heal();
    database.wire.cut();
    await recovers();
    await busy.waitForSteps();
  }

  await busy.end();
  expect(shop().output()).not.toMatch(/"level":(50|60)/);
  if (!isLong) {
    // A payment whose response and webhooks were cut off is settled after two minutes. Instead of waiting, make it due:
    // the jobs run as soon as the database is back.
    await makePaymentsDue(database);
    database.wire.cut();
    await recovers();
  }
  printFigures("database outage", await expectHealthy());
  expect(shop().output()).not.toMatch(/"level":(50|60)/);

  // The mail server has accepted a mail, and the database stops before that is stored.
  const sent = mail.received.length;
  beforeAccepting = () => database.wire.behave("down");
  const enquiry = { name: "Asha", email: "asha@example.com", message: "Is the stone still there?" };
  await send(shop(), "POST", "/api/enquiries", "", enquiry);
  await until(async () => mail.received.length > sent);
  beforeAccepting = () => {};
  database.wire.heal();
  await expectHealthy();
  const ids = mail.received.map(({ headers }) => headers["message-id"]);
  expect(ids).toHaveLength(new Set(ids).size);
});
