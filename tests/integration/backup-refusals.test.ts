import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { verifyBackup, writeBackup } from "../../src/server/backup/backup-file.ts";
import { explainLoadError } from "../../src/server/backup/explain.ts";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { readConfig } from "../../src/server/config.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { migrateDatabase } from "../../src/server/platform/database/migrate.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { root } from "../../src/server/startup/listen.ts";
import { openReadOnly } from "../../src/server/startup/open-database.ts";
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
  const { folder, url, good } = await makeBackup(shop);
  const target = { DATABASE_URL: url, DATA_DIR: path.join(folder, "data") };
  const cut = path.join(folder, "cut.tar.zst");
  await writeFile(cut, good.subarray(0, good.length - 20));
  const refused = await runCommand("restore", target, cut);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/^\S+cut\.tar\.zst is damaged or was cut off \([^()]+\)\.\n$/);
  expect(await rowsIn(url)).toEqual({});
  await expect(access(target.DATA_DIR)).rejects.toThrow();
});

test("refuses a database with another shop or another application in it, and changes nothing", async ({ shop }) => {
  const before = await rowsIn(shop.databaseUrl);
  const { files } = shop.services;
  const into = (db: typeof shop.db) =>
    loadShop(readShop(backupSource(shop)), { db, files, migrationsFolder: migrations });
  await expect(into(shop.db)).rejects.toThrow(/^The database is not empty .+ Nothing was changed\.$/);
  expect(await rowsIn(shop.databaseUrl)).toEqual(before);

  const { url, db } = await createEmptyStorage();
  await db.execute(sql`create table their_own (id int)`);
  await expect(into(db)).rejects.toThrow(/^The database is not empty \(there is a table their_own\): .+$/);
  expect(await rowsIn(url)).toEqual({ their_own: [] });
});

test("names the table of somebody else that is in the way", async ({ shop }) => {
  const { url, db } = await createEmptyStorage();
  const role = `keeper_${randomBytes(4).toString("hex")}`;
  await db.execute(
    sql.raw(`create role ${role} login password 'secret'; grant all on schema public to ${role};
    grant create on database "${new URL(url).pathname.slice(1)}" to ${role}; create table theirs (id int)`),
  );
  const address = Object.assign(new URL(url), { username: role, password: "secret" });
  const limited = openDatabase({ connectionString: address.href }, { warn() {} });
  try {
    const into = () =>
      loadShop(readShop(backupSource(shop)), { db: limited, files: shop.services.files, migrationsFolder: migrations });
    await expect(into()).rejects.toThrow(
      /^The database is not empty \(there is a table theirs\): .+ Nothing was changed\.$/,
    );
    await db.execute(sql`drop table theirs`);
    await migrateDatabase(limited, migrations);
    await db.execute(sql`create table theirs (id int)`);
    await expect(into()).rejects.toThrow(/^The database is not empty \(there is a table theirs with rows in it\): .+$/);
  } finally {
    await limited.$client.end();
    await db.execute(sql.raw(`drop owned by ${role} cascade; drop role ${role}`));
  }
});

test("says which disk is full, or that the database went away", async () => {
  const places = { database: "PostgreSQL at db.example.com/shop", uploads: "/data/uploads" };
  const explain = async (error: object) => {
    const failure = Object.assign(new Error("raw"), error);
    return (await explainLoadError(new Error("Failed query: rollback", { cause: failure }), places)).message;
  };
  const repeat = "Then repeat the same command: nothing is lost, and it starts over.";
  const full = `The disk of the database is full (${places.database}). Make room. ${repeat}`;
  expect(await explain({ code: "53100" })).toBe(full);
  const away = { code: "57P02" };
  expect(await explain(away)).toBe(`The database went away (${places.database}). See that it runs. ${repeat}`);
  const upload = Object.assign(new Error("raw"), { code: "ENOSPC" });
  const line = `The disk that holds /data/uploads is full. Make room. ${repeat}`;
  expect((await explainLoadError(upload, places)).message).toBe(line);
});

test("a backup removes what killed ones left beside it, and nothing else", async ({ shop }) => {
  const { folder } = await createEmptyStorage();
  const ended = spawnSync("true").pid;
  const left = [`shop.tar.zst.${ended}.part`, `older.tar.zst.${ended}.part`];
  const others = [
    `running.tar.zst.${process.pid}.part`,
    `nakshatra-20300101T000000Z.tar.zst.${ended}.part`,
    `film.mp4.${ended}.part`,
  ];
  for (const name of [...left, ...others]) await writeFile(path.join(folder, name), "half");
  await writeBackup(readShop(backupSource(shop)), path.join(folder, "shop.tar.zst"));
  expect((await readdir(folder)).sort()).toEqual([...others, "shop.tar.zst"].sort());
});

test("backup overwrites no file and needs a shop", async ({ shop }) => {
  const { folder, file, good } = await makeBackup(shop);
  await expect(writeBackup(readShop(backupSource(shop)), file)).rejects.toThrow(
    /good\.tar\.zst exists already: choose another name\.$/,
  );
  expect(await readFile(file)).toEqual(good);
  const config = readConfig({ DATA_DIR: path.join(folder, "nothing") });
  await expect(openReadOnly({ config, root, log: createLog("silent"), print() {} })).rejects.toThrow(
    /^There is no shop in \S+nothing yet: start it once, or set DATA_DIR\.$/,
  );
});

test("the commands explain wrong arguments in one line", { timeout: 120_000 }, async ({ shop }) => {
  const running = { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.config.dataDir };
  const wrong: [command: string, settings: Record<string, string>, args: string[], line: RegExp][] = [
    ["backup", running, [], /^Name one file to write the backup to\. Usage: .+\n$/],
    ["restore", running, ["a", "b"], /^Name the one file to restore\. Usage: .+\n$/],
    ["move", running, ["postgres://localhost/x"], /^DATABASE_URL is set: .+\n$/],
    ["move", {}, ["localhost"], /^Name the database to move to\. Usage: .+\n$/],
  ];
  const runs = wrong.map(([command, settings, args]) => runCommand(command, settings, ...args));
  for (const [index, { code, stderr }] of (await Promise.all(runs)).entries()) {
    expect(stderr).toMatch(wrong[index]![3]);
    expect(code).toBe(1);
  }
});
