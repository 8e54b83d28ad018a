import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { isLong, openFaultShop, tellFigures } from "../support/fault-shop.ts";
import { send } from "../support/killed-checkout.ts";
import { startMailServer } from "../support/mail-server.ts";
import { until } from "../support/until.ts";
import { startWiredDatabase, type WiredDatabase } from "../support/wired-database.ts";

const MOST_CONNECTIONS = 16;
const AWAY_MS = isLong ? 20_000 : 1_000;
const ROUNDS = isLong ? 5 : 1;

const readiness = async (url: string) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })).status;

/** Somebody else opens connections until the database gives no more. */
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

test("a database that goes away under load comes back, and the shop with it", { timeout: 600_000 }, async () => {
  const database = await startWiredDatabase({ max_connections: `${MOST_CONNECTIONS}` });
  onTestFinished(database.remove);
  let beforeAccepting = () => {};
  const mail = await startMailServer({ beforeAccepting: () => beforeAccepting() });
  onTestFinished(mail.stop);
  const settings = { DATABASE_URL: database.url, SMTP_URL: mail.url };
  const { busy, shop, expectAllWell } = await openFaultShop({ settings });
  const recovers = () => until(async () => (await readiness(shop().url)) === 200, 30_000);
  busy.begin();
  await busy.goOn();

  await database.stop();
  expect(await readiness(shop().url)).toBe(503);
  await delay(AWAY_MS);
  await database.start();
  await recovers();
  await busy.goOn();

  for (let round = 0; round < ROUNDS; round++) {
    database.wire.cut();
    await recovers();
    await busy.goOn();
  }

  // Whoever restarts takes up the connections before the shop can.
  database.wire.cut();
  const crowd = await useUpConnections(database);
  await delay(AWAY_MS / 2);
  await crowd.release();
  await recovers();
  await busy.goOn();

  if (isLong) {
    // Packets go nowhere: nobody says no, and nobody answers.
    database.wire.behave("silent");
    expect(await readiness(shop().url)).toBe(503);
    await delay(AWAY_MS);
    database.wire.heal();
    database.wire.cut();
    await recovers();
    await busy.goOn();
  }

  tellFigures("the database goes away", await expectAllWell());
  expect(shop().output()).not.toMatch(/"level":(50|60)/);

  // The mail server has taken a mail, and the database goes away before that can be written down.
  const sent = mail.received.length;
  beforeAccepting = () => database.wire.behave("down");
  const enquiry = { name: "Asha", email: "asha@example.com", message: "Is the stone still there?" };
  await send(shop(), "POST", "/api/enquiries", "", enquiry);
  await until(async () => mail.received.length > sent);
  beforeAccepting = () => {};
  database.wire.heal();
  await expectAllWell();
  const ids = mail.received.map(({ headers }) => headers["message-id"]);
  expect(ids).toHaveLength(new Set(ids).size);
});
