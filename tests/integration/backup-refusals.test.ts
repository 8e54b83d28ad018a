import { randomBytes } from "node:crypto";
import { access, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { verifyBackup, writeBackup } from "../../src/server/backup/backup-file.ts";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { backupSource, createEmptyStorage, rowsIn } from "../support/backups.ts";
import { makeProduct } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { runCommand } from "../support/shop-process.ts";
import { migrations } from "../support/test-postgres.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

async function makeBackup(shop: TestShop) {
  await makeProduct(shop, {}, [{ bytes: await picture("png", 900, 600) }]);
  const empty = await createEmptyStorage();
  const file = path.join(empty.folder, "good.tar.zst");
  await writeBackup(readShop(backupSource(shop)), file);
  return { ...empty, file, good: await readFile(file) };
}

test("rejects a truncated or changed backup and other files", async ({ shop }) => {
  const { folder, good } = await makeBackup(shop);
  const plain = await decompress(good);
  const flipped = Buffer.from(plain);
  const offset = plain.indexOf("pictures/") + 700;
  flipped[offset] = flipped[offset]! ^ 1;
  const cuts = [0, 1, 100, good.length >> 1, good.length - 30].map((length) => good.subarray(0, length));
  const plainCuts = [512, 5120, plain.length - 1024, plain.length - 1600].map((length) => plain.subarray(0, length));
  const bad = [
    ...cuts,
    ...(await Promise.all(plainCuts.map((cut) => compress(cut)))),
    await compress(flipped),
    await compress("a letter"),
    randomBytes(5000),
    Buffer.from("-- a dump of another program\n"),
  ];
  const file = path.join(folder, "bad.tar.zst");
  for (const bytes of bad) {
    await writeFile(file, bytes);
    await expect(verifyBackup(file), `${bytes.length} bytes`).rejects.toThrow(
      /is not a backup|not whole|damaged|was cut off/,
    );
  }
});

test("the restore command refuses with one line and changes nothing", { timeout: 120_000 }, async ({ shop }) => {
  const { folder, url, file, good } = await makeBackup(shop);
  const target = { DATABASE_URL: url, DATA_DIR: path.join(folder, "data") };
  const cut = path.join(folder, "cut.tar.zst");
  await writeFile(cut, good.subarray(0, good.length - 20));
  const refused = await runCommand("restore", target, cut);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/^\S+cut\.tar\.zst is damaged or was cut off \([^()]+\)\.\n$/);
  expect(await rowsIn(url)).toEqual({});
  await expect(access(target.DATA_DIR)).rejects.toThrow();

  const before = await rowsIn(shop.databaseUrl);
  const full = await runCommand("restore", { ...target, DATABASE_URL: shop.databaseUrl }, file);
  expect(full.code).toBe(1);
  expect(full.stderr).toMatch(/^The database is not empty .+ Nothing was changed\.\n$/);
  expect(await rowsIn(shop.databaseUrl)).toEqual(before);
});

test("refuses a database with tables of another application", async ({ shop }) => {
  const { url, db } = await createEmptyStorage();
  await db.execute(sql`create table their_own (id int)`);
  const target = { db, files: shop.services.files, migrationsFolder: migrations };
  await expect(loadShop(readShop(backupSource(shop)), target)).rejects.toThrow(
    /^The database is not empty \(there is a table their_own\): .+$/,
  );
  expect(await rowsIn(url)).toEqual({ their_own: [] });
});

test("the commands explain wrong arguments in one line", { timeout: 120_000 }, async ({ shop }) => {
  const { folder, file, good } = await makeBackup(shop);
  const running = { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.config.dataDir };
  const wrong: [command: string, settings: Record<string, string>, args: string[], line: RegExp][] = [
    ["backup", running, [], /^Name one file to write the backup to\. Usage: .+\n$/],
    ["backup", running, [file], /good\.tar\.zst exists already: choose another name\.\n$/],
    ["backup", { DATA_DIR: path.join(folder, "nothing") }, ["x"], /^There is no shop in \S+nothing yet: .+\n$/],
    ["restore", running, ["a", "b"], /^Name the one file to restore\. Usage: .+\n$/],
    ["move", running, ["postgres://localhost/x"], /^DATABASE_URL is set: .+\n$/],
    ["move", {}, ["localhost"], /^Name the database to move to\. Usage: .+\n$/],
  ];
  const runs = wrong.map(([command, settings, args]) => runCommand(command, settings, ...args));
  for (const [index, { code, stderr }] of (await Promise.all(runs)).entries()) {
    expect(stderr).toMatch(wrong[index]![3]);
    expect(code).toBe(1);
  }
  expect(await readFile(file)).toEqual(good);
});
