import { setTimeout as sleep } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { requireOpen } from "./closed.ts";
import { createClient, type Database, DatabaseError, EVENTS_CONNECTION, explainExtensionError } from "./database.ts";

/** Advisory lock id. Serialises migrations of processes that start in parallel. */
const MIGRATION_LOCK = 4_201_001;
const MIN_VERSION = 150_000;

/** Below PostgreSQL's `deadlock_timeout` of 1 s: in a deadlock the migration gives way, not a purchase. */
const LOCK_TIMEOUT_MS = 500;
/** Between two tries the queries that queued behind the migration run. */
const RETRY_MS = 1_000;
const MAX_TRIES = 120;
/** `lock_not_available` and `deadlock_detected`. */
const LOCK_ERRORS = ["55P03", "40P01"];

async function checkServer(client: pg.Client) {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
  );
  const { version, encoding } = rows[0] as { version: number; encoding: string };
  if (version < MIN_VERSION)
    throw new DatabaseError(
      `DATABASE_URL points to PostgreSQL ${Math.floor(version / 10_000)}; the shop needs 15 or newer.`,
    );
  if (encoding !== "UTF8")
    throw new DatabaseError(
      `DATABASE_URL points to a database with encoding ${encoding}; create it with ENCODING 'UTF8'.`,
    );
}

/** Runs `work` under the migration lock, so that one process at a time changes the schema. */
export async function withMigrationLock<T>(db: Database, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(db);
  try {
    await client.connect();
    await checkServer(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    // Closing the connection releases the lock in any state.
    client.end().catch(() => {});
  }
}

/** Drizzle's own table, in its own format. */
const HISTORY = "drizzle.__drizzle_migrations";

async function applyMigration(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta) {
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    for (const statement of sql) await client.query(statement);
    await client.query(`insert into ${HISTORY} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** A waiting ALTER TABLE blocks all later queries of its table, so it waits briefly and often. */
async function applyWithRetries(client: pg.Client, migration: MigrationMeta) {
  for (let tries = 1; ; tries++) {
    try {
      return await applyMigration(client, migration);
    } catch (error) {
      if (!LOCK_ERRORS.includes((error as pg.DatabaseError).code ?? "")) throw error;
      if (tries === MAX_TRIES)
        throw new DatabaseError(
          "The tables are in use, so they could not be brought up to date. Wait until the backup or the long query has ended, then start the shop again.",
        );
      await sleep(RETRY_MS);
    }
  }
}

/** The first line of a migration after which older versions would write wrong rows, or none. */
const OLD_MUST_STOP = "-- Older versions must be stopped.";

/** Processes that serve. */
export async function countShopProcesses(client: pg.Client) {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name = $1",
    [EVENTS_CONNECTION],
  );
  return rows.length;
}

/** Under the migration lock, so processes of this version have not begun to serve while such a migration is pending. */
async function requireOldStopped(client: pg.Client) {
  const running = await countShopProcesses(client);
  if (running > 0)
    throw new DatabaseError(
      `An older version of the shop still runs with this database (processes: ${running}), and it cannot work with the tables of this version. Stop it, then start the shop again. Nothing was changed.`,
    );
}

/**
 * Applies the pending ones of the first `count` migrations, each in a transaction of its own. Drizzle's migrator would
 * hold the locks of all migrations until the last one has ended.
 */
export async function applyMigrations(client: pg.Client, migrationsFolder: string, count = Number.POSITIVE_INFINITY) {
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${HISTORY} (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query<{ last: string }>(`select coalesce(max(created_at), 0) as last from ${HISTORY}`);
  const migrations = readMigrationFiles({ migrationsFolder }).slice(0, count);
  const pending = migrations.filter(({ folderMillis }) => folderMillis > Number(rows[0]!.last));
  if (pending.some(({ sql }) => sql[0]!.startsWith(OLD_MUST_STOP))) await requireOldStopped(client);
  for (const migration of pending) await applyWithRetries(client, migration);
}

/** Applies pending migrations, unless the database is closed. */
export const migrateDatabase = (db: Database, migrationsFolder: string, evenIfMoved = false) =>
  withMigrationLock(db, async (client) => {
    await requireOpen(client, evenIfMoved);
    try {
      await applyMigrations(client, migrationsFolder);
    } catch (error) {
      const advice = explainExtensionError(error);
      throw advice ? new DatabaseError(advice) : error;
    }
  });
