import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { findRunningLogins } from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { isLong, openFaultShop, printFigures } from "../support/fault-shop.ts";
import { canMount, mountSmallDisk } from "../support/small-disk.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";

/** Expected findings: the small disk, and mails that were being sent when the database crashed. */
const SMALL = /^Disk: |^Mail: .* and 1 try/;

async function smallDisk(mebibytes: number) {
  const disk = await mountSmallDisk(mebibytes);
  onTestFinished(disk.remove);
  return disk;
}

test.runIf(canMount)("a disk without space refuses pictures and nothing else", { timeout: 300_000 }, async () => {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  onTestFinished(database.drop);
  const disk = await smallDisk(64);
  const { busy, expectHealthy } = await openFaultShop({
    folder: disk.folder,
    settings: { DATABASE_URL: database.url },
    except: SMALL,
  });
  busy.begin();
  await busy.waitForSteps();
  await disk.fill();
  const { refused } = busy.tally;
  await until(async () => busy.tally.refused > refused + 3, 60_000);
  await busy.waitForPayment();
  await disk.clear();
  await busy.waitForSteps();
  printFigures("no space for pictures", await expectHealthy());
});

/** Fills the write-ahead log until it has no space for its next file and the server crashes. */
async function overflowWal(folder: string) {
  const login = (await findRunningLogins(folder))?.superuser;
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
  "a database with a full disk recovers when there is space again",
  { timeout: 600_000 },
  async () => {
    const disk = await smallDisk(200);
    const { busy, shop, dataDir, expectHealthy } = await openFaultShop({ folder: disk.folder, except: SMALL });
    const ready = async () => (await fetch(`${shop().url}/readyz`)).status;
    busy.begin();
    await busy.waitForSteps();
    await disk.fill();
    await delay(10_000);
    await overflowWal(`${dataDir}/postgres`);
    await until(async () => (await ready()) === 503, 60_000);
    await delay(10_000);
    await disk.clear();
    await until(async () => (await ready()) === 200, 120_000);
    await busy.waitForSteps();
    await busy.waitForPayment();
    printFigures("no space for the database", await expectHealthy());
    await shop().stop();
    expect(shop().child.exitCode).toBe(0);
  },
);
