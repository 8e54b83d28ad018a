import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { findRunningLogin } from "../../src/server/platform/embedded-postgres/running-login.ts";
import { isLong, openFaultShop, tellFigures } from "../support/fault-shop.ts";
import { canMount, mountSmallDisk } from "../support/small-disk.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";

/** What the doctor rightly says of any disk as small as these, and of mails that a crash of the database caught in hand. */
const SMALL = /^Disk: |^Mail: .* and 1 try/;

async function smallDisk(mebibytes: number) {
  const disk = await mountSmallDisk(mebibytes);
  onTestFinished(disk.remove);
  return disk;
}

test.runIf(canMount)(
  "a disk without room for pictures refuses them and nothing else",
  { timeout: 300_000 },
  async () => {
    const database = await createDatabase(inject("serverUrl"), inject("template"));
    onTestFinished(database.drop);
    const disk = await smallDisk(64);
    const { busy, expectAllWell } = await openFaultShop({
      folder: disk.folder,
      settings: { DATABASE_URL: database.url },
      except: SMALL,
    });
    busy.begin();
    await busy.goOn();
    await disk.fill();
    const { refused } = busy.tally;
    await until(async () => busy.tally.refused > refused + 3, 60_000);
    await busy.somebodyPays();
    await disk.clear();
    await busy.goOn();
    tellFigures("no room for pictures", await expectAllWell());
  },
);

/** Writes nothing but the database's journal, until that has no room for its next file and the server crashes. */
async function overflowJournal(folder: string) {
  const login = await findRunningLogin(folder);
  const client = new pg.Client({ ...login });
  client.on("error", () => {});
  await client.connect();
  const flood = "select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))";
  const isOver = await until(
    async () =>
      client.query(flood).then(
        () => false,
        () => true,
      ),
    60_000,
  );
  await client.end().catch(() => {});
  return isOver;
}

test.runIf(canMount && isLong)(
  "a database whose disk is full comes back when there is room",
  { timeout: 600_000 },
  async () => {
    const disk = await smallDisk(200);
    const { busy, shop, dataDir, expectAllWell } = await openFaultShop({ folder: disk.folder, except: SMALL });
    const ready = async () => (await fetch(`${shop().url}/readyz`)).status;
    busy.begin();
    await busy.goOn();
    await disk.fill();
    await delay(10_000);
    await overflowJournal(`${dataDir}/postgres`);
    await until(async () => (await ready()) === 503, 60_000);
    await delay(10_000);
    await disk.clear();
    await until(async () => (await ready()) === 200, 120_000);
    await busy.goOn();
    await busy.somebodyPays();
    tellFigures("no room for the database", await expectAllWell());
    await shop().stop();
    expect(shop().child.exitCode).toBe(0);
  },
);
