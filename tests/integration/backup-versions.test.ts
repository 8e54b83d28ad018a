import path from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { migrateDatabase } from "../../src/server/platform/database/database.ts";
import { settings } from "../../src/server/platform/database/settings-table.ts";
import { localFileStore } from "../../src/server/platform/files/file-store.ts";
import { emptyPlace, sourceOf } from "../support/empty-place.ts";
import { futureMigrations } from "../support/future-migrations.ts";
import { migrations } from "../support/test-postgres.ts";
import { test } from "../support/test-shop.ts";
import { rowsIn } from "../support/whole-shop.ts";

const targetOf = ({ db, folder }: Awaited<ReturnType<typeof emptyPlace>>, migrationsFolder: string) => ({
  db,
  files: localFileStore(path.join(folder, "uploads")),
  migrationsFolder,
});

test("a backup of an older version is loaded and brought up to date", async ({ shop }) => {
  const place = await emptyPlace();
  await shop.db.insert(settings).values({ key: "old", value: "kept" });
  await loadShop(readShop(sourceOf(shop)), targetOf(place, await futureMigrations()));
  const { settings: rows, bills } = await rowsIn(place.url);
  expect(rows).toContain('(old,kept,"from before")');
  expect(bills).toEqual([]);
});

test("numbers go on where they were, and values that are worked out are worked out again", async ({ shop }) => {
  const [folder, first, second] = [await futureMigrations(), await emptyPlace(), await emptyPlace()];
  await loadShop(readShop(sourceOf(shop)), targetOf(first, folder));
  for (let bill = 0; bill < 3; bill++) await first.db.execute(sql`insert into bills default values`);
  await first.db.execute(sql`delete from bills where number = 3`);
  await first.db.execute(sql`select nextval('parcels')`);
  await loadShop(readShop({ ...sourceOf(shop), db: first.db }), targetOf(second, folder));
  await second.db.execute(sql`insert into bills default values`);
  expect((await rowsIn(second.url)).bills).toEqual(["(1,2)", "(2,4)", "(4,8)"]);
  const { rows } = await second.db.execute(sql`select nextval('parcels') as next`);
  expect(rows).toEqual([{ next: "2" }]);
});

test("a backup of a newer version is refused, and the database stays empty", async ({ shop }) => {
  const [first, second] = [await emptyPlace(), await emptyPlace()];
  await loadShop(readShop(sourceOf(shop)), targetOf(first, await futureMigrations()));
  const newer = readShop({ ...sourceOf(shop), db: first.db });
  await expect(loadShop(newer, targetOf(second, migrations))).rejects.toThrow(
    "The backup was made by a newer or another version of the shop: update this shop first. Nothing was changed.",
  );
  expect(await rowsIn(second.url)).toEqual({});
});

test("a restore that stopped half-way can be done again", async ({ shop }) => {
  const place = await emptyPlace();
  await migrateDatabase(place.db, migrations);
  async function* breaksOff() {
    let rest = 1;
    for await (const entry of readShop(sourceOf(shop))) {
      if (rest-- === 0) throw new Error("the disk is gone");
      yield entry;
    }
  }
  await expect(loadShop(breaksOff(), targetOf(place, migrations))).rejects.toThrow("the disk is gone");
  expect(Object.values(await rowsIn(place.url)).flat()).toEqual([]);
  await loadShop(readShop(sourceOf(shop)), targetOf(place, migrations));
  expect(await rowsIn(place.url)).toEqual(await rowsIn(shop.databaseUrl));
});
