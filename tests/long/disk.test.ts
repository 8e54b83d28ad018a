import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { findRunningLogins } from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { openBusyShop, printFigures } from "../support/busy-shop.ts";
import { isLong } from "../support/real-shop.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const run = promisify(execFile);
const MEBIBYTE = Buffer.alloc(1024 * 1024);

/** Mounting a tmpfs needs a capability that root does not have in every container. */
const canMount =
  process.platform === "linux" &&
  spawnSync("sh", ["-c", "d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d; e=$?; rmdir $d; exit $e"]).status ===
    0;

/** Mounts a tmpfs that a test can fill and clear. */
async function mountSmallDisk(mebibytes: number) {
  const home = await temporaryFolder();
  await run("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=755`, "tmpfs", home.folder]);
  const ballast = path.join(home.folder, "ballast");
  return {
    folder: home.folder,
    async fill() {
      const file = createWriteStream(ballast);
      const full = once(file, "error");
      const write = () => file.write(MEBIBYTE, (error) => !error && write());
      write();
      await full;
    },
    clear: () => rm(ballast, { force: true }),
    async remove() {
      await run("umount", ["--lazy", home.folder]);
      await home.remove();
    },
  };
}

/** Expected findings: the small disk, and mails that were being sent when the database crashed. */
const SMALL = /^Disk: |^Mail: .* and 1 try/;

async function smallDisk(mebibytes: number) {
  const disk = await mountSmallDisk(mebibytes);
  onTestFinished(disk.remove);
  return disk;
}

test.runIf(canMount)("a disk without space refuses pictures and nothing else", { timeout: 300_000 }, async () => {
  const disk = await smallDisk(64);
  const { busy, expectHealthy } = await openBusyShop({
    folder: disk.folder,
    hasServerDatabase: true,
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
    const { busy, shop, dataDir, expectHealthy } = await openBusyShop({ folder: disk.folder, except: SMALL });
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
