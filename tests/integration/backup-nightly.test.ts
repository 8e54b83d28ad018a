import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { verifyBackup } from "../../src/server/backup/backup-file.ts";
import { startOfDay } from "../../src/server/platform/indian-time.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openOwnShop, openSecondShop, test } from "../support/test-shop.ts";

const HOUR = 60 * 60_000;
const NAME = /^nakshatra-\d{8}T\d{6}Z\.tar\.zst$/;

async function shopWithBackups() {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  const folder = path.join(home.folder, "nested/backups");
  const shop = await openOwnShop({ BACKUP_DIR: folder, BACKUP_KEEP: "2" });
  // 01:00 Indian time.
  const today = shop.clock.now().getTime();
  shop.clock.advance(startOfDay("2030-05-01").getTime() + HOUR - today);
  return { shop, folder, createIfDue: shop.services.backups.createIfDue };
}

test("makes one backup each night and deletes all but the newest BACKUP_KEEP", async () => {
  const { shop, folder, createIfDue } = await shopWithBackups();
  const names = async () => (await readdir(folder)).sort();
  await createIfDue();
  const [first] = await names();
  expect(first).toMatch(NAME);
  const { header, footer } = await verifyBackup(path.join(folder, first!));
  expect([header.shop, footer.rows.users]).toEqual(["Nakshatra", 1]);

  shop.clock.advance(HOUR);
  await createIfDue();
  expect(await names()).toEqual([first]);
  shop.clock.advance(HOUR);
  await createIfDue();
  expect(await names()).toHaveLength(2);
  await writeFile(path.join(folder, "nakshatra-20300101T000000Z.tar.zst.77.part"), "of a crashed process");
  await writeFile(path.join(folder, "the owner's own file"), "");
  shop.clock.advance(24 * HOUR);
  await createIfDue();
  const remaining = await names();
  expect(remaining).toHaveLength(3);
  expect(remaining).toContain("the owner's own file");
  expect(remaining).not.toContain(first);
  expect(shop.logLines.filter((line) => line.includes("a backup was made"))).toHaveLength(3);
});

test("makes one backup when several processes find it due", async () => {
  const { shop, folder, createIfDue } = await shopWithBackups();
  const second = await openSecondShop(shop);
  await Promise.all([createIfDue(), second.services.backups.createIfDue(), createIfDue()]);
  expect(await readdir(folder)).toHaveLength(1);
});

test("aborts the backup on shutdown and makes it at the next start", async () => {
  const { folder, createIfDue } = await shopWithBackups();
  await expect(createIfDue(AbortSignal.abort())).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
  await createIfDue();
  expect(await readdir(folder)).toHaveLength(1);
});

test("makes no backup without BACKUP_DIR", async ({ shop }) => {
  await shop.services.backups.createIfDue();
  expect(await readdir(shop.config.dataDir)).not.toContain("backups");
});
