import path from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { noFacts } from "../../src/contracts/catalogue/product-rules.ts";
import type { ItemType } from "../../src/contracts/orders/cart-rules.ts";
import { parseItem } from "../../src/contracts/orders/item-rules.ts";
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

/** Every index and constraint, and whether older rows may break it. */
const DEFINITIONS = sql`
  select indexdef as definition from pg_indexes where schemaname in ('public', 'sandbox') union all
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated from pg_constraint
  where connamespace::regnamespace::text in ('public', 'sandbox') order by 1`;

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
  const found = orders.map(({ number, status, items, shipments, refunds, appointments, coupon }) => ({
    number,
    status,
    pieces: items.map(({ qty }) => qty),
    sent: shipments?.flatMap(({ lines }) => lines.map(({ qty }) => qty)),
    refunded: refunds?.flatMap(({ lines = [] }) => lines.map(({ qty }) => qty)),
    sessions: appointments?.map(({ state }) => state),
    coupon,
  }));
  expect(found).toEqual([
    { number: 1005, status: "cancelled", pieces: [] },
    { number: 1004, status: "paid", pieces: [1] },
    { number: 1003, status: "paid", pieces: [1], coupon: "C-6C06BF03" },
    { number: 1002, status: "paid", pieces: [2], sessions: ["confirmed", "to_schedule"] },
    { number: 1001, status: "paid", pieces: [3], sent: [1], refunded: [1] },
  ]);
  const { rows } = await target.db.execute(sql`
    select count(*) filter (where short_id_shared)::int as shared, count(*)::int as all,
      (select array_agg(conname::text) from pg_constraint where not convalidated) as not_validated from orders`);
  expect(rows).toEqual([{ shared: 1, all: 5, not_validated: ["appointments_of_known_expert"] }]);
  const lines = await target.db.execute(sql`
    select item_id, item_type, product_id, variant_id, course_id, expert_id, package, mode, minutes from order_items`);
  for (const { item_id, item_type, ...columns } of lines.rows as { item_id: string; item_type: ItemType }[]) {
    const { productId, variantId, courseId, expertId, ...parts } = parseItem({ itemId: item_id, itemType: item_type });
    const ids = { product_id: productId, variant_id: variantId, course_id: courseId, expert_id: expertId };
    expect(columns).toEqual({ ...ids, ...parts });
  }

  // A session of an expert who was deleted long ago breaks a rule that holds for new ones only.
  const copy = await createEmptyStorage();
  await target.db.execute(sql`set session_replication_role = replica; update appointments set expert_id = gen_random_uuid();
    set session_replication_role = origin`);
  await loadShop(readShop({ ...backupSource(shop), db: target.db }), targetOf(copy, migrations));
  expect(await rowsIn(copy.url)).toEqual(await rowsIn(target.url));
  expect((await copy.db.execute(DEFINITIONS)).rows).toEqual((await target.db.execute(DEFINITIONS)).rows);
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
  await migrateDatabase(old.db, migrations);
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
  await migrateDatabase(old.db, migrations);
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

/** The number of migrations before order lines have the parts of their item's id. */
const BEFORE_PARTS = 55;

test("lines of an older shop get the parts of their ids, and its orders numbers by age", async () => {
  const { db } = await createEmptyStorage();
  await withMigrationLock(db, (client) => applyMigrations(client, migrations, BEFORE_PARTS));
  const [id, size] = ["01a1ec47-0000-7000-8000-000000000001", "7d1c2f00-8a35-4f6e-9d38-2f7f0d7a6b11"];
  const [newer, older] = ["00", "ff"].map((start) => `${start}a1ec47-0000-7000-8000-0000000000${start}`);
  for (const [order, at] of [
    [newer, "2026-11-02"],
    [older, "2026-11-01"],
  ])
    await db.execute(sql`insert into orders (id, user_id, buyer_name, buyer_email, status, total_paise, payment_method,
        shipping_name, shipping_email, shipping_phone, shipping_address, stock, held_until, created_at)
      values (${order}, ${id}, '', '', 'pending', 0, 'razorpay', '', '', '', '', 'shelf', ${at}, ${at})`);
  const items: [ItemType, string][] = [
    ["product", id],
    ["product", `${id}:${size}`],
    ["course", id],
    ["consultancy", "Deep Dive-audio-video"],
    ["consultancy", `${id}-audio-30`],
    ["product", "gone"],
    ["product", `${id}:large`],
    ["course", id.replace("a", "z")],
    ["consultancy", `${id}-audio-45`],
    ["consultancy", "-audio"],
  ];
  for (const [index, [type, itemId]] of items.entries())
    await db.execute(sql`
      insert into order_items (order_id, line_index, item_id, item_type, title, price_paise, qty, image, group_link)
      values (${older}, ${index}, ${itemId}, ${type}, '', 1, 1, '', '')`);
  await migrateDatabase(db, migrations);

  const numbers =
    await db.execute(sql`insert into orders (id, user_id, buyer_name, buyer_email, placement, status, total_paise,
      payment_method, shipping_name, shipping_email, shipping_phone, shipping_address, stock, held_until, created_at)
    select gen_random_uuid(), user_id, '', '', 'open', 'pending', 0, '', '', '', '', '', 'released', now(), now() from orders limit 1
    returning number`);
  expect(numbers.rows).toEqual([{ number: 1003 }]);
  expect((await db.execute(sql`select number from orders where id = ${older}`)).rows).toEqual([{ number: 1001 }]);
  const { rows } = await db.execute(sql`select product_id as "productId", variant_id as "variantId",
    course_id as "courseId", expert_id as "expertId", package, mode, minutes from order_items order by line_index`);
  expect(rows).toEqual(items.map(([itemType, itemId]) => parseItem({ itemType, itemId })));
  // A line whose id has none of the forms stays, and the doctor reports the constraint.
  const open = await db.execute(sql`select conname from pg_constraint where not convalidated order by conname`);
  expect(open.rows).toEqual([{ conname: "appointments_of_known_expert" }, { conname: "order_items_parts" }]);
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
