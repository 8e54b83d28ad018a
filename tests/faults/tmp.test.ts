import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { isLong, openFaultShop } from "../support/fault-shop.ts";
import { until } from "../support/until.ts";
import { startWiredDatabase, type WiredDatabase } from "../support/wired-database.ts";

const MOST_CONNECTIONS = 16;
const AWAY_MS = isLong ? 20_000 : 2_000;
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
  const { busy, shop, expectAllWell } = await openFaultShop({ settings: { DATABASE_URL: database.url } });
  const recovers = () => until(async () => (await readiness(shop().url)) === 200, 30_000);
  console.time('t');
  busy.begin();
  await busy.goOn();
  console.timeLog('t', busy.tally);

  await database.stop();
  expect(await readiness(shop().url)).toBe(503);
  await delay(AWAY_MS);
  await database.start();
  await recovers();
  console.timeLog('t', 'recovered');
  await busy.goOn();
  console.timeLog('t', busy.tally);

  for (let round = 0; round < ROUNDS; round++) {
    database.wire.cut();
    await recovers();
  console.timeLog('t', 'recovered');
    await busy.goOn();
  console.timeLog('t', busy.tally);
  }

  // Whoever restarts takes up the connections before the shop can.
  database.wire.cut();
  const crowd = await useUpConnections(database);
  await delay(AWAY_MS / 2);
  await crowd.release();
  await recovers();
  console.timeLog('t', 'recovered');
  await busy.goOn();
  console.timeLog('t', busy.tally);

  // Packets go nowhere: nobody says no, and nobody answers.
  database.wire.behave("silent");
  expect(await readiness(shop().url)).toBe(503);
  database.wire.heal();
  database.wire.cut();
  await recovers();
  console.timeLog('t', 'recovered');
  await busy.goOn();
  console.timeLog('t', busy.tally);

  const figures = await expectAllWell();
  console.log("database", figures);
  expect(shop().output()).not.toMatch(/"level":(50|60)/);
});
