import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { migrateDatabase } from "../../src/server/platform/database/migrate.ts";
import { settings } from "../../src/server/platform/database/settings-table.ts";
import { localFileStore } from "../../src/server/platform/files/file-store.ts";
import { backupSource, createEmptyStorage, rowsIn } from "../support/backups.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { migrations } from "../support/test-postgres.ts";
import { test } from "../support/test-shop.ts";

/** Adds an identity column, a generated column and a sequence. */
const MIGRATION = `alter table settings add column note text not null default 'from before';
create table bills (number bigint generated always as identity primary key, doubled bigint generated always as (number * 2) stored);
create sequence parcels;`;

/** A copy of the migrations with one more, as in a later version of the shop. */
async function futureMigrations() {
  const { folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  await cp(migrations, folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const known = JSON.parse(await readFile(journal, "utf8")) as { entries: { idx: number; when: number }[] };
  const last = known.entries.at(-1)!;
  known.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "future" } as typeof last);
  await writeFile(journal, JSON.stringify(known));
  await writeFile(path.join(folder, "future.sql"), MIGRATION);
  return folder;
}

const targetOf = ({ db, folder }: Awaited<ReturnType<typeof createEmptyStorage>>, migrationsFolder: string) => ({
  db,
  files: localFileStore(path.join(folder, "uploads")),
  migrationsFolder,
});

test("migrates a backup of an older version", async ({ shop }) => {
  const target = await createEmptyStorage();
  await shop.db.insert(settings).values({ key: "old", value: "kept" });
  await loadShop(readShop(backupSource(shop)), targetOf(target, await futureMigrations()));
  const { settings: rows, bills } = await rowsIn(target.url);
  expect(rows).toContain('(old,kept,"from before")');
  expect(bills).toEqual([]);
});

test("restores sequences and computes generated columns again", async ({ shop }) => {
  const [folder, first, second] = [await futureMigrations(), await createEmptyStorage(), await createEmptyStorage()];
  await loadShop(readShop(backupSource(shop)), targetOf(first, folder));
  for (let bill = 0; bill < 3; bill++) await first.db.execute(sql`insert into bills default values`);
  await first.db.execute(sql`delete from bills where number = 3`);
  await first.db.execute(sql`select nextval('parcels')`);
  await loadShop(readShop({ ...backupSource(shop), db: first.db }), targetOf(second, folder));
  await second.db.execute(sql`insert into bills default values`);
  expect((await rowsIn(second.url)).bills).toEqual(["(1,2)", "(2,4)", "(4,8)"]);
  const { rows } = await second.db.execute(sql`select nextval('parcels') as next`);
  expect(rows).toEqual([{ next: "2" }]);
});

test("rejects a backup of a newer version and leaves the database empty", async ({ shop }) => {
  const [first, second] = [await createEmptyStorage(), await createEmptyStorage()];
  await loadShop(readShop(backupSource(shop)), targetOf(first, await futureMigrations()));
  const newer = readShop({ ...backupSource(shop), db: first.db });
  await expect(loadShop(newer, targetOf(second, migrations))).rejects.toThrow(
    "The backup was made by a newer or another version of the shop: update this shop first. Nothing was changed.",
  );
  expect(await rowsIn(second.url)).toEqual({});
});

test("can repeat a restore that failed half-way", async ({ shop }) => {
  const target = await createEmptyStorage();
  await migrateDatabase(target.db, migrations);
  async function* failAfterFirst() {
    let remaining = 1;
    for await (const entry of readShop(backupSource(shop))) {
      if (remaining-- === 0) throw new Error("the disk is gone");
      yield entry;
    }
  }
  await expect(loadShop(failAfterFirst(), targetOf(target, migrations))).rejects.toThrow("the disk is gone");
  expect(Object.values(await rowsIn(target.url)).flat()).toEqual([]);
  await loadShop(readShop(backupSource(shop)), targetOf(target, migrations));
  expect(await rowsIn(target.url)).toEqual(await rowsIn(shop.databaseUrl));
});
