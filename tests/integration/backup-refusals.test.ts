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
import { emptyPlace, sourceOf } from "../support/empty-place.ts";
import { makeProduct } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { runCommand } from "../support/run-command.ts";
import { migrations } from "../support/test-postgres.ts";
import { type TestShop, test } from "../support/test-shop.ts";
import { rowsIn } from "../support/whole-shop.ts";

const [pack, unpack] = [promisify(zstdCompress), promisify(zstdDecompress)];

async function backupOf(shop: TestShop) {
  await makeProduct(shop, {}, [{ bytes: await picture("png", 900, 600) }]);
  const place = await emptyPlace();
  const file = path.join(place.folder, "good.tar.zst");
  await writeBackup(readShop(sourceOf(shop)), file);
  return { ...place, file, good: await readFile(file) };
}

test("a file that is cut off anywhere, changed anywhere or no backup at all is refused", async ({ shop }) => {
  const { folder, good } = await backupOf(shop);
  const plain = await unpack(good);
  const flipped = Buffer.from(plain);
  const place = plain.indexOf("pictures/") + 700;
  flipped[place] = flipped[place]! ^ 1;
  const cuts = [0, 1, 100, good.length >> 1, good.length - 30].map((at) => good.subarray(0, at));
  const plainCuts = [512, 5120, plain.length - 1024, plain.length - 1600].map((at) => plain.subarray(0, at));
  const bad = [
    ...cuts,
    ...(await Promise.all(plainCuts.map((cut) => pack(cut)))),
    await pack(flipped),
    await pack("a letter"),
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

test("the command refuses in one line before anything is touched", { timeout: 120_000 }, async ({ shop }) => {
  const { folder, url, file, good } = await backupOf(shop);
  const there = { DATABASE_URL: url, DATA_DIR: path.join(folder, "data") };
  const cut = path.join(folder, "cut.tar.zst");
  await writeFile(cut, good.subarray(0, good.length - 20));
  const refused = await runCommand("restore", there, cut);
  expect([refused.code, refused.said]).toEqual([1, ""]);
  expect(refused.complained).toMatch(/^\S+cut\.tar\.zst is damaged or was cut off \([^()]+\)\.\n$/);
  expect(await rowsIn(url)).toEqual({});
  await expect(access(there.DATA_DIR)).rejects.toThrow();

  const before = await rowsIn(shop.databaseUrl);
  const full = await runCommand("restore", { ...there, DATABASE_URL: shop.databaseUrl }, file);
  expect(full.code).toBe(1);
  expect(full.complained).toMatch(/^The database is not empty .+ Nothing was changed\.\n$/);
  expect(await rowsIn(shop.databaseUrl)).toEqual(before);
});

test("a database with somebody else's tables is not taken for an empty one", async ({ shop }) => {
  const { url, db } = await emptyPlace();
  await db.execute(sql`create table their_own (id int)`);
  const target = { db, files: shop.services.files, migrationsFolder: migrations };
  await expect(loadShop(readShop(sourceOf(shop)), target)).rejects.toThrow(
    /^The database is not empty \(there is a table their_own\): .+$/,
  );
  expect(await rowsIn(url)).toEqual({ their_own: [] });
});

test("slips of the hand are told in one line", { timeout: 120_000 }, async ({ shop }) => {
  const { folder, file, good } = await backupOf(shop);
  const beside = { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.config.dataDir };
  const wrong: [command: string, settings: Record<string, string>, args: string[], line: RegExp][] = [
    ["backup", beside, [], /^Name one file to write the backup to\. Usage: .+\n$/],
    ["backup", beside, [file], /good\.tar\.zst exists already: choose another name\.\n$/],
    ["backup", { DATA_DIR: path.join(folder, "nothing") }, ["x"], /^There is no shop in \S+nothing yet: .+\n$/],
    ["restore", beside, ["a", "b"], /^Name the one file to restore\. Usage: .+\n$/],
    ["move", beside, ["postgres://localhost/x"], /^DATABASE_URL is set: .+\n$/],
    ["move", {}, ["localhost"], /^Name the database to move to\. Usage: .+\n$/],
  ];
  const endings = wrong.map(([command, settings, args]) => runCommand(command, settings, ...args));
  for (const [place, { code, complained }] of (await Promise.all(endings)).entries()) {
    expect(complained).toMatch(wrong[place]![3]);
    expect(code).toBe(1);
  }
  expect(await readFile(file)).toEqual(good);
});
