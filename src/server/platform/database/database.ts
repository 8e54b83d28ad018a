import { AsyncLocalStorage } from "node:async_hooks";
import { getTableName, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgTable, PgTransactionConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "../log.ts";
import { isDatabaseAway } from "./faults.ts";

/** The extensions that migrations create: search by trigrams, and the constraint against overlapping appointments. */
const EXTENSIONS = ["pg_trgm", "btree_gist"];

const adviceFor = (name: string) =>
  `PostgreSQL refuses the extension ${name}, which the shop needs. Allow it at your provider, or let an administrator run CREATE EXTENSION ${name} in this database. Then start the shop again.`;

const causes = function* (error: unknown) {
  for (let one = error; one instanceof Error; one = one.cause) yield one.message;
};

/** A message for a migration that failed because an extension is missing or may not be created; else undefined. */
export function explainExtensionError(error: unknown) {
  const messages = [...causes(error)].filter((message) => /extension/i.test(message));
  const name = EXTENSIONS.find((one) => messages.some((message) => message.includes(one)));
  return name && adviceFor(name);
}

/** One message for each extension that is neither installed nor available. */
export async function findMissingExtensions(db: Database) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select needed.name from unnest(${sql.param(EXTENSIONS)}::text[]) as needed (name)
    where not exists (select from pg_extension where extname = needed.name)
      and not exists (select from pg_available_extensions as available where available.name = needed.name)`);
  return rows.map(({ name }) => adviceFor(name));
}

type Callback = () => void;
const currentTransaction = new AsyncLocalStorage<Callback[]>();

/** Runs a callback once the current transaction has committed; outside a transaction, at once. A rollback drops it. */
export function afterCommit(callback: Callback) {
  const callbacks = currentTransaction.getStore();
  if (callbacks) callbacks.push(callback);
  else callback();
}

/** Runs a transaction, then its `afterCommit` callbacks, before it returns to the caller. */
export async function withAfterCommit<T>(transaction: () => Promise<T>): Promise<T> {
  const callbacks: Callback[] = [];
  const result = await currentTransaction.run(callbacks, transaction);
  for (const callback of callbacks) callback();
  return result;
}

/** `directUrl`: the way around a pooler that `$client` connects to. */
export type Database = NodePgDatabase & { $client: pg.Pool; directUrl: string | undefined };
export type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

export class DatabaseError extends Error {}

/** The name of the connection that every process of the shop, of any version, has as long as it runs. */
export const EVENTS_CONNECTION = "nakshatra events";

/** The pool size of one process. */
export const MAX_CONNECTIONS = 10;

const STATEMENT_MS = 15_000;
/**
 * Longer than the server's own limit: a query that takes this long was lost on the network, which may drop packets
 * silently. TCP notices only after a quarter of an hour.
 */
const QUERY_TIMEOUT_MS = STATEMENT_MS + 5_000;

export interface Connection extends pg.PoolConfig {
  directUrl?: string | undefined;
}

export function openDatabase({ directUrl, ...connection }: Connection, log: Pick<Log, "warn">): Database {
  // A pooler refuses settings of a connection that it shares.
  const timeouts = { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: 60_000 };
  const pool = new pg.Pool({
    max: MAX_CONNECTIONS,
    query_timeout: QUERY_TIMEOUT_MS,
    ...connection,
    application_name: "nakshatra",
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(directUrl ? {} : timeouts),
  });
  // The failing query reports a broken connection and the pool replaces it. Without listeners the process would end.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, "an idle database connection was lost");
  });
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = drizzle(pool);
  const transact = createTransact(pool, directUrl);
  db.transaction = (...args) => withAfterCommit(() => transact(...args));
  if (directUrl) withoutNames.add(db);
  return Object.assign(db, { $client: pool, directUrl });
}

/** A connection outside the pool and past a pooler, without timeouts: for migrations, backups, locks and events. */
export function createClient(db: Database, settings: pg.ClientConfig = {}) {
  const { options } = db.$client;
  // The pool's options do not copy the password.
  const target = db.directUrl ? { connectionString: db.directUrl } : { ...options, password: options.password };
  const noLimits = { query_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const client = new pg.Client({ ...target, application_name: options.application_name, ...noLimits, ...settings });
  // The failing query reports a broken connection. Without a listener the process would end.
  client.on("error", () => {});
  return client;
}

const connections = new WeakMap<object, NodePgDatabase>();
/** Behind a pooler, which gives every transaction another connection. */
const withoutNames = new WeakSet<object>();

/** The name of a statement that each connection parses once; empty where that is impossible. */
export const statementName = (db: NodePgDatabase, name: string) => (withoutNames.has(db) ? "" : name);

/** What prepares statements for a transaction: Drizzle on its connection, which outlives the transaction. */
export const preparerOf = (db: Database | Transaction): NodePgDatabase => connections.get(db) ?? (db as NodePgDatabase);

/** Drizzle on a pool never releases a connection whose `begin` failed, so an outage would use up the pool. */
function createTransact(pool: pg.Pool, directUrl: string | undefined) {
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase>();
  const databaseOf = (client: pg.PoolClient) => {
    const known = databases.get(client) ?? drizzle(client);
    databases.set(client, known);
    if (directUrl) withoutNames.add(known);
    return known;
  };
  return async <T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T> => {
    const client = await pool.connect();
    let isLost = false;
    try {
      const connection = databaseOf(client);
      return await connection.transaction((tx) => {
        connections.set(tx, connection);
        return work(tx);
      }, config);
    } catch (error) {
      isLost = isDatabaseAway(error as Error);
      throw error;
    } finally {
      client.release(isLost);
    }
  };
}

export async function isDatabaseReady(db: Database) {
  try {
    await db.$client.query({ text: "select 1", query_timeout: 2_000 } as pg.QueryConfig);
    return true;
  } catch {
    return false;
  }
}

/** The connections that the server gives to ordinary users. */
export async function readMaxConnections(db: Database) {
  const { rows } = await db.$client.query(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max",
  );
  return (rows[0] as { max: number }).max;
}

/** PostgreSQL's own estimate of a table's size. Costs nothing; as old as the last VACUUM or ANALYZE. */
export async function estimateRows(db: Database, table: PgTable) {
  const { rows } = await db.execute<{ estimate: number }>(
    sql`select reltuples::float8 as estimate from pg_class where oid = ${getTableName(table)}::regclass`,
  );
  return rows[0]!.estimate;
}
