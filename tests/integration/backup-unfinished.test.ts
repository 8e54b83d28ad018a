import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { readBackup, verifyBackup, writeBackup } from "../../src/server/backup/backup-file.ts";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { readConfig } from "../../src/server/config.ts";
import { localFileStore } from "../../src/server/platform/files/file-store.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { markUnfinished, openReadOnly, openShopDatabase } from "../../src/server/startup/open-database.ts";
import { backupSource, createEmptyStorage, FIRST_RELEASE, rowsIn } from "../support/backups.ts";
import { root } from "../support/doctor.ts";
import { runCommand, startShop, stopProcess } from "../support/shop-process.ts";
import { migrations } from "../support/test-postgres.ts";
import { openOwnShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const optionsFor = (settings: Record<string, string>) => ({
  config: readConfig(settings),
  root,
  log: createLog("silent"),
  print() {},
});

/** Starts the command and kills it as soon as `isTime`. */
async function killRestore(settings: Record<string, string>, file: string, isTime: () => Promise<unknown>) {
  const script = path.join(root, "scripts/restore.ts");
  const child: ChildProcess = spawn(process.execPath, [script, file], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: "ignore",
  });
  onTestFinished(() => stopProcess(child, "SIGKILL"));
  await until(isTime);
  await stopProcess(child, "SIGKILL");
  expect(child.signalCode, "it had not ended before").toBe("SIGKILL");
}

test("a killed restore keeps the shop from starting until the same command has finished", {
  timeout: 120_000,
}, async () => {
  const { folder, url, db } = await createEmptyStorage();
  const settings = { DATABASE_URL: url, DATA_DIR: folder };
  await killRestore(settings, FIRST_RELEASE, () => db.$client.query("select from drizzle.__drizzle_migrations"));

  const line = `A restore has not finished, so there is no whole shop here. Repeat it, and it goes on: npm run restore -- ${FIRST_RELEASE}. To open a new shop instead, give another DATA_DIR or another empty database.`;
  await expect(startShop(settings)).rejects.toThrow(`the shop ended with 1:\n${line}\n`);
  const { code, stderr } = await runCommand("doctor", settings);
  expect([code, stderr]).toEqual([1, `${line}\n`]);
  const again = await runCommand("restore", settings, FIRST_RELEASE);
  expect([again.code, again.stderr]).toEqual([0, ""]);
  const opened = await openShopDatabase(optionsFor(settings));
  await opened.close();
  expect((await rowsIn(url)).products).toHaveLength(2);
});

test("a restore that was killed after its rows were in goes on with what is left", async () => {
  const { folder, url, db } = await createEmptyStorage();
  const { footer: verified } = await verifyBackup(FIRST_RELEASE);
  let written = 0;
  const files = localFileStore(path.join(folder, "uploads"));
  const target = {
    db,
    files: {
      ...files,
      async put(name: string, bytes: Buffer) {
        written += 1;
        await files.put(name, bytes);
      },
    },
    migrationsFolder: migrations,
    verified,
  };
  const dies = () => Promise.reject(new Error("killed"));
  await expect(loadShop(readBackup(FIRST_RELEASE), { ...target, finish: dies })).rejects.toThrow("killed");
  const opening = openShopDatabase(optionsFor({ DATABASE_URL: url, DATA_DIR: folder }));
  await expect(opening).rejects.toThrow(/^A restore into this database has not finished/);
  const finish = vi.fn();
  await loadShop(readBackup(FIRST_RELEASE), { ...target, finish });
  expect([written, finish.mock.calls.length]).toEqual([verified.pictures, 1]);
  expect((await rowsIn(url)).products).toHaveLength(2);
});

test("another backup replaces the rows of a restore that has not finished", async () => {
  const shop = await openOwnShop();
  const { folder, url, db } = await createEmptyStorage();
  const target = { db, files: localFileStore(path.join(folder, "uploads")), migrationsFolder: migrations };
  const dies = () => Promise.reject(new Error("killed"));
  await expect(loadShop(readShop(backupSource(shop)), { ...target, finish: dies })).rejects.toThrow("killed");
  const file = path.join(folder, "shop.tar.zst");
  await writeBackup(readShop(backupSource(shop)), file);
  const { footer: verified } = await verifyBackup(file);
  await loadShop(readBackup(file), { ...target, verified });
  expect(await rowsIn(url)).toEqual(await rowsIn(shop.databaseUrl));
});

test("a restore that was killed while it made the embedded database is not mistaken for a new shop", async () => {
  const { folder } = await createEmptyStorage();
  const options = optionsFor({ DATA_DIR: path.join(folder, "new") });
  const unmark = await markUnfinished(options.config, "A restore has not finished.");
  await expect(openShopDatabase(options)).rejects.toThrow("A restore has not finished.");
  await expect(openReadOnly(options)).rejects.toThrow("A restore has not finished.");
  expect(existsSync(path.join(folder, "new/postgres"))).toBe(false);
  await unmark();
  await expect(openReadOnly(options)).rejects.toThrow(/^There is no shop in /);
});
