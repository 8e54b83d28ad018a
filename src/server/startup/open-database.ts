import { existsSync } from "node:fs";
import path from "node:path";
import type { PoolConfig } from "pg";
import type { Config } from "../config.ts";
import { type Database, DatabaseError, isDatabaseReady, openDatabase } from "../platform/database/database.ts";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { findRunningLogin, startEmbeddedPostgres } from "../platform/embedded-postgres/supervisor.ts";
import { connectionsFor } from "./start-workers.ts";

const CONNECT_TIMEOUT_MS = 30_000;

interface OpenDatabase {
  db: Database;
  connection: PoolConfig;
  description: string;
  close(): Promise<void>;
}

interface UnmigratedDatabase extends OpenDatabase {
  /** Runs `work` as the role that owns the tables: for migrations, and to load a backup. */
  asOwner<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

type Print = (line: string) => void;
type Log = Parameters<typeof openDatabase>[1];

async function waitUntilReady(db: Database, print: Print) {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (let first = true; !(await isDatabaseReady(db)); first = false) {
    if (first) print("Waiting for the database at DATABASE_URL …");
    if (Date.now() > deadline)
      throw new DatabaseError(
        "DATABASE_URL points to a database that does not answer; check the address, the password and that the server runs.",
      );
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function openOwn(url: string, log: Log, print: Print): Promise<UnmigratedDatabase> {
  const connection = { connectionString: url };
  const db = openDatabase(connection, log);
  await waitUntilReady(db, print);
  const { host, pathname } = new URL(url);
  const description = `PostgreSQL at ${host || "the local socket"}${pathname}`;
  return { db, connection, description, asOwner: (work) => work(db), close: () => db.$client.end() };
}

async function openEmbedded({ dataDir, workers }: Config, log: Log, print: Print): Promise<UnmigratedDatabase> {
  const folder = path.join(dataDir, "postgres");
  const settings = { max_connections: `${connectionsFor(workers)}` };
  const server = await startEmbeddedPostgres({ folder, progress: print, settings });
  const { shop, owner } = server.logins;
  const db = openDatabase(shop, log);
  return {
    db,
    connection: shop,
    description: `embedded PostgreSQL ${server.version} in ${folder}`,
    async asOwner(work) {
      const ownerDb = openDatabase(owner, log);
      return work(ownerDb).finally(() => ownerDb.$client.end());
    },
    async close() {
      await db.$client.end();
      await server.stop();
    },
  };
}

interface Options {
  config: Config;
  root: string;
  log: Log;
  print: Print;
}

export const openUnmigrated = ({ config, log, print }: Options) =>
  config.databaseUrl ? openOwn(config.databaseUrl, log, print) : openEmbedded(config, log, print);

export async function openShopDatabase(options: Options) {
  const opened = await openUnmigrated(options);
  const hasSandbox = options.config.payments === "sandbox";
  try {
    await opened.asOwner((db) => migrateDatabase(db, path.join(options.root, "migrations"), hasSandbox));
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/** Uses the embedded database of a running shop, without migrating or stopping it. */
async function openRunning({ config, log }: Options): Promise<OpenDatabase | undefined> {
  const folder = path.join(config.dataDir, "postgres");
  const running = config.databaseUrl ? undefined : await findRunningLogin(folder);
  if (!running) return undefined;
  const db = openDatabase(running, log);
  const description = `the running shop's database in ${folder}`;
  return { db, connection: running, description, close: () => db.$client.end() };
}

export const openBesideShop = async (options: Options) =>
  (await openRunning(options)) ?? (await openShopDatabase(options));

/** For commands that only read: creates and migrates nothing. */
export async function openReadOnly(options: Options) {
  const { config } = options;
  const running = await openRunning(options);
  if (running) return running;
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, "postgres/PG_VERSION")))
    throw new DatabaseError(`There is no shop in ${config.dataDir} yet: start it once, or set DATA_DIR.`);
  return openUnmigrated(options);
}
