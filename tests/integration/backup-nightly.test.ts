import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { verifyBackup } from "../../src/server/backup/backup-file.ts";
import { startOfDay } from "../../src/server/platform/indian-time.ts";
import { openOwnShop } from "../support/people.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { test } from "../support/test-shop.ts";

const HOUR = 60 * 60_000;
const NAME = /^nakshatra-\d{8}T\d{6}Z\.tar\.zst$/;

async function shopWithBackups() {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  const folder = path.join(home.folder, "kept/here");
  const shop = await openOwnShop({ BACKUP_DIR: folder, BACKUP_KEEP: "2" });
  // One o'clock at night in India, whatever the day.
  const today = shop.clock.now().getTime();
  shop.clock.advance(startOfDay("2030-05-01").getTime() + HOUR - today);
  return { shop, folder, makeIfDue: shop.services.backups.makeIfDue };
}

test("one backup each night, and as many kept as wanted", async () => {
  const { shop, folder, makeIfDue } = await shopWithBackups();
  const names = async () => (await readdir(folder)).sort();
  await makeIfDue();
  const [first] = await names();
  expect(first).toMatch(NAME);
  const { start, end } = await verifyBackup(path.join(folder, first!));
  expect([start.shop, end.rows.users]).toEqual(["Nakshatra", 1]);

  shop.clock.advance(HOUR);
  await makeIfDue();
  expect(await names()).toEqual([first]);
  shop.clock.advance(HOUR);
  await makeIfDue();
  expect(await names()).toHaveLength(2);
  await writeFile(path.join(folder, "nakshatra-20300101T000000Z.tar.zst.77.part"), "of a process that died");
  await writeFile(path.join(folder, "the owner's own file"), "");
  shop.clock.advance(24 * HOUR);
  await makeIfDue();
  const kept = await names();
  expect(kept).toHaveLength(3);
  expect(kept).toContain("the owner's own file");
  expect(kept).not.toContain(first);
  expect(shop.logLines.filter((line) => line.includes("a backup was made"))).toHaveLength(3);
});

test("of two processes that see it is due, one makes it", async () => {
  const { shop, folder, makeIfDue } = await shopWithBackups();
  const second = await openSecondShop(shop);
  await Promise.all([makeIfDue(), second.services.backups.makeIfDue(), makeIfDue()]);
  expect(await readdir(folder)).toHaveLength(1);
});

test("a shop that closes gives up the backup in hand, and the next start makes it", async () => {
  const { folder, makeIfDue } = await shopWithBackups();
  await expect(makeIfDue(AbortSignal.abort())).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
  await makeIfDue();
  expect(await readdir(folder)).toHaveLength(1);
});

test("without a folder there are none", async ({ shop }) => {
  await shop.services.backups.makeIfDue();
  expect(await readdir(shop.config.dataDir)).not.toContain("backups");
});
