import { readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { verifyBackup } from "../../src/server/backup/backup-file.ts";
import { startOfDay } from "../../src/server/platform/indian-time.ts";
import { findProblems } from "../support/doctor.ts";
import { mailsTo } from "../support/mails.ts";
import { startShop } from "../support/shop-process.ts";
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

test("tells the owner once of a series of failures, on the dashboard, by mail and in the doctor", async () => {
  const { shop, folder, createIfDue } = await shopWithBackups();
  const dashboard = async () => {
    const reply = await shop.call("GET", "/api/dashboard", { token: await shop.logIn() });
    return (reply.json() as Dashboard).backups;
  };
  const { email } = (await shop.services.settings.read()).business;
  const mails = async () =>
    (await mailsTo(shop, email))
      .filter(({ headers }) => headers.subject === "The nightly backup failed")
      .map(({ text }) => text.replaceAll("\n", " "));
  expect(await dashboard()).toEqual({ isOn: true, last: null, failing: null, isLate: false });
  await createIfDue();
  const { last } = await dashboard();
  expect(last).toEqual({ at: shop.clock.now().toISOString(), bytes: expect.any(Number) });
  expect(last!.bytes).toBe((await stat(path.join(folder, (await readdir(folder))[0]!))).size);

  await rm(folder, { recursive: true });
  await writeFile(folder, "in its place");
  const problem = `BACKUP_DIR is ${folder}, which cannot be used: there is a file of that name.`;
  const since: string[] = [];
  for (let night = 0; night < 3; night += 1) {
    shop.clock.advance(24 * HOUR);
    since.push(shop.clock.now().toISOString());
    await expect(createIfDue()).rejects.toThrow(problem);
  }
  expect(await dashboard()).toEqual({ isOn: true, last, failing: { since: since[0], problem }, isLate: true });
  expect(await mails()).toEqual([expect.stringContaining(problem)]);
  expect(await findProblems(shop)).toContainEqual(
    expect.stringContaining(`Backups: Nightly backups have failed since`),
  );

  await rm(folder);
  await createIfDue();
  expect(await dashboard()).toMatchObject({ failing: null, isLate: false });
  await rm(folder, { recursive: true });
  await writeFile(folder, "again");
  shop.clock.advance(24 * HOUR);
  await expect(createIfDue()).rejects.toThrow(problem);
  expect(await mails()).toHaveLength(2);
});

test("a folder that cannot be made stops the start with one line", async () => {
  const wrong = startShop({ BACKUP_DIR: "/dev/null/backups", DATA_DIR: "/dev/null/data", JWT_SECRET: "x".repeat(32) });
  await expect(wrong).rejects.toThrow(
    /^the shop ended with 1:\nThe shop did not start\. BACKUP_DIR is \/dev\/null\/backups, which cannot be used: something in its path is not a folder; choose another folder, for example \.\/backups\n$/,
  );
});

test("makes no backup without BACKUP_DIR", async ({ shop }) => {
  await shop.services.backups.createIfDue();
  expect(await readdir(shop.config.dataDir)).not.toContain("backups");
});
