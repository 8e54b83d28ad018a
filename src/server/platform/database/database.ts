import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { runAfterCommit } from "./after-commit.ts";
import { isDatabaseAway } from "./faults.ts";

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

/** Any number that no other lock of the shop uses; it keeps processes that start together from migrating together. */
const MIGRATION_LOCK = 4_201_001;
const OLDEST_VERSION = 150_000;

export class DatabaseError extends Error {}

interface Log {
  warn(details: object, message: string): void;
}

/** What one process opens at most, for its queries. */
export const MOST_CONNECTIONS = 10;

const STATEMENT_MS = 15_000;
/** The server ends a statement sooner than this by itself: one that takes so long has been swallowed on the way. */
const SWALLOWED_MS = STATEMENT_MS + 5_000;

export function openDatabase({ query_timeout = SWALLOWED_MS, ...connection }: pg.PoolConfig, log: Log): Database {
  const pool = new pg.Pool({
    max: MOST_CONNECTIONS,
    ...connection,
    application_name: "nakshatra",
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection may break while idle and in the middle of a transaction. Whoever uses it is told by the query that
  // fails, and the pool replaces it; without listeners it would end the process.
  pool.on("error", (error) => {
    // One that is being closed may hear of the server's end before its own.
    if (!pool.ending) log.warn({ reason: error.message }, "an idle database connection was lost");
  });
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = drizzle(context(pool, query_timeout));
  const transact = transactOn(pool, query_timeout);
  db.transaction = (...given) => runAfterCommit(() => transact(...given));
  return Object.assign(db, { $client: pool });
}

/**
 * Waits only so long for an answer. A network may swallow packets without closing anything, and without this whoever
 * asked would hold the connection until the system gives up on it, a quarter of an hour later.
 */
function context<Asked extends pg.Pool | pg.PoolClient>(asked: Asked, query_timeout: number): Asked {
  const query = (config: object, ...rest: unknown[]) =>
    (asked.query as (...given: unknown[]) => unknown)({ query_timeout, ...config }, ...rest);
  return Object.assign(Object.create(asked), { query });
}

/**
 * On a pool Drizzle itself would keep a connection for ever whose very `begin` failed, as it does when the database has
 * just gone away: ten of those, and nobody gets one any more.
 */
function transactOn(pool: pg.Pool, query_timeout: number) {
  return async <T>(...given: Parameters<NodePgDatabase["transaction"]>): Promise<T> => {
    const client = await pool.connect();
    let isLost = false;
    try {
      return (await drizzle(context(client, query_timeout)).transaction(...given)) as T;
    } catch (error) {
      isLost = isDatabaseAway(error as Error);
      throw error;
    } finally {
      client.release(isLost);
    }
  };
}

async function checkServer(client: pg.PoolClient) {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
  );
  const { version, encoding } = rows[0] as { version: number; encoding: string };
  if (version < OLDEST_VERSION)
    throw new DatabaseError(
      `DATABASE_URL points to PostgreSQL ${Math.floor(version / 10_000)}; the shop needs 15 or newer.`,
    );
  if (encoding !== "UTF8")
    throw new DatabaseError(
      `DATABASE_URL points to a database with encoding ${encoding}; create it with ENCODING 'UTF8'.`,
    );
}

/** Lets one process at a time change the schema; the others wait for it, and so does a shop that starts meanwhile. */
export async function holdingSchema<T>(db: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  try {
    await checkServer(client);
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    // Ending the connection gives back the lock, whatever state the client is in.
    client.release(true);
  }
}

/** Brings the schema up to date. */
export const migrateDatabase = (db: Database, migrationsFolder: string) =>
  holdingSchema(db, (client) => migrate(drizzle(client), { migrationsFolder }));

export async function isDatabaseReady(db: Database) {
  try {
    await db.$client.query({ text: "select 1", query_timeout: 2_000 } as pg.QueryConfig);
    return true;
  } catch {
    return false;
  }
}

/** How many connections the server gives to ordinary users. */
export async function connectionsOf(db: Database) {
  const { rows } = await db.$client.query(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most",
  );
  return (rows[0] as { most: number }).most;
}
