import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateDrizzleJson, generateMigration, pushSchema } from "drizzle-kit/api";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import * as sandboxTables from "../../src/server/payments/sandbox/sandbox-table.ts";
import { createClient, type Database, DatabaseError } from "../../src/server/platform/database/database.ts";
import { applyMigrations, migrateDatabase, withMigrationLock } from "../../src/server/platform/database/migrate.ts";
import { createEmptyStorage } from "../support/backups.ts";
import { futureMigrations } from "../support/future-migrations.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import { orderOne } from "../support/orders.ts";
import { migrations } from "../support/test-postgres.ts";
import { test } from "../support/test-shop.ts";

test("the migrations create what the tables declare", async () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const files = globSync(path.join(root, "src/server/**/*-table.ts"));
  const modules = await Promise.all(files.map((file): Promise<object> => import(file)));
  // By number, because two files may export the same name.
  const declared = { ...modules.flatMap((module) => Object.values(module)) };
  const snapshot = globSync(path.join(migrations, "meta/*_snapshot.json")).sort().at(-1)!;
  const missing = await generateMigration(JSON.parse(readFileSync(snapshot, "utf8")), generateDrizzleJson(declared));
  expect(missing, "run `npm run migration`").toEqual([]);
});

/** PostgreSQL notices a moment later that a connection has ended. */
const untilNobodyListens = (db: Database) =>
  expect
    .poll(async () => {
      const { rows } = await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and application_name = 'nakshatra events'`);
      return rows.length;
    })
    .toBe(0);

test("the sandbox's migration creates what its tables declare, and leaves tables that are there", async () => {
  const { db } = await createEmptyStorage();
  await migrateDatabase(db, migrations);
  const script = readFileSync(path.join(migrations, "0057_sandbox.sql"), "utf8");
  await db.execute(
    sql`insert into sandbox.orders values ('order_1', 1, 0, 'INR', '', 'created', 0, 'manual', '{}', now())`,
  );
  await db.execute(sql.raw(script));
  expect(await db.$count(sandboxTables.orders)).toBe(1);
  const { statementsToExecute } = await pushSchema(sandboxTables, db, ["sandbox"]);
  expect(statementsToExecute).toEqual([]);
});

test("a migration that waits for a lock lets the shop's queries pass and then succeeds", async () => {
  const { db } = await createEmptyStorage();
  await migrateDatabase(db, migrations);
  const reader = createClient(db);
  await reader.connect();
  await reader.query("begin; select from settings");
  let isDone = false;
  const migrated = migrateDatabase(db, await futureMigrations()).then(() => {
    isDone = true;
  });
  for (let n = 0; n < 8; n++) {
    await sleep(250);
    const before = Date.now();
    await db.execute(sql`select count(*) from settings`);
    expect(Date.now() - before).toBeLessThan(5_000);
  }
  expect(isDone).toBe(false);
  await reader.end();
  await migrated;
  await db.execute(sql`select note from settings`);
});

/** The number of migrations of the last version that cannot work with the tables of this one. */
const OLD_VERSION = 55;

test("refuses to change the tables while an older version runs, which could not work with them", async () => {
  const { db } = await createEmptyStorage();
  await withMigrationLock(db, (client) => applyMigrations(client, migrations, OLD_VERSION));
  const readTables = async () =>
    (
      await db.execute(sql`select table_name, column_name, data_type from information_schema.columns
      where table_schema in ('public', 'drizzle') order by 1, 2`)
    ).rows;
  const before = await readTables();
  // As `createEventChannel` of the older version. Other connections of it may be closed at the moment.
  const older = createClient(db, { application_name: "nakshatra events" });
  await older.connect();
  await older.query("listen nakshatra");
  for (let n = 0; n < 2; n++) {
    const refused = migrateDatabase(db, migrations);
    await expect(refused).rejects.toThrow(/^An older version of the shop still runs .+ Stop it, then start .+$/);
    await expect(refused).rejects.toBeInstanceOf(DatabaseError);
  }
  expect(await readTables()).toEqual(before);

  await older.end();
  await untilNobodyListens(db);
  // Processes of this version start together.
  await Promise.all([migrateDatabase(db, migrations), migrateDatabase(db, migrations)]);
  expect(await readTables()).not.toEqual(before);
});

test("processes start beside one that runs while no such change of the tables is pending", async () => {
  const { db } = await createEmptyStorage();
  await migrateDatabase(db, migrations);
  const running = createClient(db, { application_name: "nakshatra events" });
  await running.connect();
  await migrateDatabase(db, migrations);
  await migrateDatabase(db, await futureMigrations());
  await db.execute(sql`select note from settings`);
  await running.end();
});

test("refuses unknown values of enum columns and rows of unknown orders", async ({ shop }) => {
  await orderOne(shop);
  const refused = { cause: { constraint: "orders_stock_enum" } };
  await expect(writeOrderRows(shop, sql`update orders set stock = 'lost'`)).rejects.toMatchObject(refused);
  const use = shop.db.execute(sql`insert into payment_orders (order_id, created_at)
    values (gen_random_uuid(), now())`);
  await expect(use).rejects.toMatchObject({ cause: { constraint: "payment_orders_order_id_orders_id_fk" } });
});
