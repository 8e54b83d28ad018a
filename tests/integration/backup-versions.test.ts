import path from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { noFacts } from "../../src/contracts/catalogue/product-rules.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { readBackup } from "../../src/server/backup/backup-file.ts";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { applyMigrations, migrateDatabase, withMigrationLock } from "../../src/server/platform/database/migrate.ts";
import { shopState } from "../../src/server/platform/database/shop-state-table.ts";
import { localFileStore } from "../../src/server/platform/files/file-store.ts";
import { backupSource, createEmptyStorage, rowsIn } from "../support/backups.ts";
import { futureMigrations } from "../support/future-migrations.ts";
import { migrations } from "../support/test-postgres.ts";
import { OWNER, openSecondShop, test } from "../support/test-shop.ts";

const targetOf = ({ db, folder }: Awaited<ReturnType<typeof createEmptyStorage>>, migrationsFolder: string) => ({
  db,
  files: localFileStore(path.join(folder, "uploads")),
  migrationsFolder,
});

test("migrates a backup of an older version", async ({ shop }) => {
  const target = await createEmptyStorage();
  await shop.db.insert(shopState).values({ key: "old", value: "kept" });
  await loadShop(readShop(backupSource(shop)), targetOf(target, await futureMigrations()));
  const { settings: rows, bills } = await rowsIn(target.url);
  expect(rows).toContain('(old,kept,"from before")');
  expect(bills).toEqual([]);
});

/** Made by the release before the column `line_index`, with two orders that share their last six characters. */
const OLD_BACKUP = path.resolve(import.meta.dirname, "../support/shop-before-line-index.tar.zst");

test("restores a backup of the release before with its orders, parcels, refunds, sessions and coupons", async ({
  shop,
}) => {
  const target = await createEmptyStorage();
  await loadShop(readBackup(OLD_BACKUP), targetOf(target, migrations));
  const { app } = await openSecondShop({ ...shop, databaseUrl: target.url });
  const login = await app.inject({ method: "POST", url: "/api/users/login", payload: OWNER });
  const headers = { authorization: `Bearer ${login.json().token}` };
  const orders = (await app.inject({ url: "/api/orders", headers })).json() as Order[];
  const found = orders.map(({ status, items, shipments, refunds, appointments, coupon }) => ({
    status,
    pieces: items.map(({ qty }) => qty),
    sent: shipments?.flatMap(({ lines }) => lines.map(({ qty }) => qty)),
    refunded: refunds?.flatMap(({ lines = [] }) => lines.map(({ qty }) => qty)),
    sessions: appointments?.map(({ state }) => state),
    coupon,
  }));
  expect(found).toEqual([
    { status: "cancelled", pieces: [] },
    { status: "paid", pieces: [1] },
    { status: "paid", pieces: [1], coupon: "C-6C06BF03" },
    { status: "paid", pieces: [2], sessions: ["confirmed", "to_schedule"] },
    { status: "paid", pieces: [3], sent: [1], refunded: [1] },
  ]);
  const { rows } = await target.db.execute(sql`
    select count(*) filter (where short_id_shared)::int as shared, count(*)::int as all,
      (select array_agg(conname::text) from pg_constraint where not convalidated) as not_validated from orders`);
  expect(rows).toEqual([{ shared: 1, all: 5, not_validated: ["appointments_of_known_expert"] }]);
});

/** The number of migrations before `0030_sandbox_schema`. */
const BEFORE_SANDBOX_SCHEMA = 30;

/** The definitions of all indexes and constraints of the sandbox, with their names. */
const SANDBOX_DEFINITIONS = sql`
  select indexdef as definition from pg_indexes where schemaname = 'sandbox' union all
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'sandbox'::regnamespace order by 1`;

test("moves the sandbox's payments to their own schema, in a backup of the release before and in its database", async ({
  shop,
}) => {
  const [old, restored] = [await createEmptyStorage(), await createEmptyStorage()];
  await withMigrationLock(old.db, (client) => applyMigrations(client, migrations, BEFORE_SANDBOX_SCHEMA));
  await old.db.execute(sql`insert into sandbox_orders
    values ('order_1', 100, 100, 'INR', null, 'paid', 1, 'automatic', '{}', '2026-11-01')`);
  await old.db.execute(sql`insert into sandbox_payments (id, order_id, amount, currency, status, created_at)
    values ('pay_1', 'order_1', 100, 'INR', 'captured', '2026-11-01')`);
  await loadShop(readShop({ ...backupSource(shop), db: old.db }), targetOf(restored, migrations));
  await migrateDatabase(old.db, migrations, true);
  const rows = await rowsIn(restored.url);
  expect(rows).toEqual(await rowsIn(old.url));
  expect(rows["sandbox.payments"]).toEqual(['(pay_1,order_1,100,INR,captured,"2026-11-01 00:00:00+00",0,ok)']);
  expect(Object.keys(rows).filter((name) => name.startsWith("sandbox_"))).toEqual([]);
  const definitions = (await shop.db.execute(SANDBOX_DEFINITIONS)).rows;
  expect((await old.db.execute(SANDBOX_DEFINITIONS)).rows).toEqual(definitions);
});

/** The number of migrations before products have sizes. */
const BEFORE_SIZES = 36;

test("a shop without sizes keeps its products as they are, and the release before can still write them", async ({
  shop,
}) => {
  const old = await createEmptyStorage();
  await withMigrationLock(old.db, (client) => applyMigrations(client, migrations, BEFORE_SIZES));
  const insert = (id: string) =>
    old.db.execute(sql`insert into products (id, title, description, category, price_paise, offer_price_paise, stock,
      images, search_text, top_selling, created_at)
      values (${id}, 'Stone', '', 'Tumbles', 90000, 80000, 3, '{}', 'stone', false, '2026-11-01')`);
  const ids = ["2", "1"].map((end) => `01a1ec47-0000-7000-8000-00000000000${end}`);
  await insert(ids[0]!);
  await migrateDatabase(old.db, migrations, true);
  await insert(ids[1]!);
  const { app } = await openSecondShop({ ...shop, databaseUrl: old.url });
  const stone = {
    title: "Stone",
    description: "",
    category: "Tumbles",
    subCategory: null,
    price: 900,
    offerPrice: 800,
    stock: 3,
    images: [],
    topSelling: false,
    ...noFacts,
    published: true,
    createdAt: "2026-11-01T00:00:00.000Z",
    version: 1,
  };
  expect((await app.inject({ url: "/api/products" })).json()).toEqual(ids.map((_id) => ({ _id, ...stone })));
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
  await migrateDatabase(target.db, migrations, true);
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
