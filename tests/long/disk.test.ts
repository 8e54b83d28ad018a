import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { writeBackup } from "../../src/server/backup/backup-file.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { findRunningLogins } from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { backupSource, createEmptyStorage, FIRST_RELEASE } from "../support/backups.ts";
import { openBusyShop, printFigures } from "../support/busy-shop.ts";
import { isLong } from "../support/real-shop.ts";
import { runCommand } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openOwnShop } from "../support/test-shop.ts";
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

test.runIf(canMount)(
  "a restore says that the disk of the pictures is full, and goes on when there is space",
  async () => {
    const disk = await smallDisk(4);
    const { url } = await createEmptyStorage();
    const settings = { DATABASE_URL: url, DATA_DIR: disk.folder, JWT_SECRET: "x".repeat(32) };
    await disk.fill();
    const refused = await runCommand("restore", settings, FIRST_RELEASE);
    const line = `The disk that holds ${disk.folder}/uploads is full. Make room. Then repeat the same command: nothing is lost, and it starts over.\n`;
    expect([refused.code, refused.stderr]).toEqual([1, line]);
    await disk.clear();
    expect(await runCommand("restore", settings, FIRST_RELEASE)).toMatchObject({ code: 0, stderr: "" });
  },
);

test.runIf(canMount && isLong)(
  "a restore says that the disk of the database is full",
  { timeout: 300_000 },
  async () => {
    const shop = await openOwnShop();
    await shop.db.execute(`set statement_timeout = 0; insert into enquiries (id, name, email, phone, message, page, created_at)
    select gen_random_uuid(), 'Asha', 'asha@example.com', '', (select string_agg(md5(n || '-' || i), '') from generate_series(1, 90) i), '/', now()
    from generate_series(1, 40000) n`);
    const { folder } = await createEmptyStorage();
    const file = path.join(folder, "shop.tar.zst");
    await writeBackup(readShop(backupSource(shop)), file);
    const disk = await smallDisk(160);
    const settings = { DATA_DIR: disk.folder };
    const refused = await runCommand("restore", settings, file);
    expect(refused.stderr).toMatch(
      /^The disk of the database is full \(embedded PostgreSQL \S+ in \S+postgres\)\. Make room\. .+\n$/,
    );
    expect((await runCommand("doctor", settings)).stderr).toMatch(/^A restore has not finished, .+\n$/);
  },
);

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
