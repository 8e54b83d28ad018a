import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config.ts";
import { requireOpen } from "../platform/database/closed.ts";
import {
  type Connection,
  type Database,
  DatabaseError,
  isDatabaseReady,
  openDatabase,
} from "../platform/database/database.ts";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { checkNoPooler, isReachable } from "../platform/database/pooler.ts";
import { findRunningLogin, startEmbeddedPostgres } from "../platform/embedded-postgres/supervisor.ts";
import { syncFolder } from "../platform/files/file-store.ts";
import { connectionsFor } from "./connections.ts";

const CONNECT_TIMEOUT_MS = 30_000;

interface OpenDatabase {
  db: Database;
  connection: Connection;
  description: string;
  close(): Promise<void>;
}

interface UnmigratedDatabase extends OpenDatabase {
  /** Runs `work` as the role that owns the tables: for migrations, and to load a backup. */
  asOwner<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

type Print = (line: string) => void;
type Log = Parameters<typeof openDatabase>[1];

async function waitUntil(isReady: () => Promise<boolean>, print: Print) {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (let first = true; !(await isReady()); first = false) {
    if (first) print("Waiting for the database at DATABASE_URL …");
    if (Date.now() > deadline)
      throw new DatabaseError(
        "DATABASE_URL points to a database that does not answer; check the address, the password and that the server runs.",
      );
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function openOwn(url: string, { config, log, print }: Options): Promise<UnmigratedDatabase> {
  const connection = { connectionString: url, directUrl: config.databaseDirectUrl };
  const db = openDatabase(connection, log);
  try {
    // Without settings first: a pooler that shares connections refuses them.
    await waitUntil(() => isReachable(db), print);
    await checkNoPooler(db);
    await waitUntil(() => isDatabaseReady(db), print);
  } catch (error) {
    await db.$client.end();
    throw error;
  }
  const { host, pathname } = new URL(url);
  const description = `PostgreSQL at ${host || "the local socket"}${pathname}`;
  return { db, connection, description, asOwner: (work) => work(db), close: () => db.$client.end() };
}

async function openEmbedded({ config, log, print }: Options): Promise<UnmigratedDatabase> {
  const { dataDir, workers } = config;
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

const hasEmbedded = ({ dataDir }: Config) => existsSync(path.join(dataDir, "postgres/PG_VERSION"));
const unfinishedFile = ({ dataDir }: Config) => path.join(dataDir, "restore-unfinished");

/**
 * Before a restore makes the embedded database: until that one can say itself that it is not whole, a file does.
 * Returns what removes it.
 */
export async function markUnfinished(config: Config, line: string) {
  if (config.databaseUrl) return async () => {};
  const file = unfinishedFile(config);
  if (!hasEmbedded(config)) {
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(file, line, { flush: true });
    await syncFolder(config.dataDir);
  }
  return () => rm(file, { force: true });
}

function requireFinished(config: Config) {
  const file = unfinishedFile(config);
  if (!config.databaseUrl && existsSync(file)) throw new DatabaseError(readFileSync(file, "utf8"));
}

/** Closes the database again if `work` fails. */
async function orClose<T extends OpenDatabase>(opened: T, work: (opened: T) => Promise<unknown>) {
  try {
    await work(opened);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

export const openUnmigrated = (options: Options) =>
  options.config.databaseUrl ? openOwn(options.config.databaseUrl, options) : openEmbedded(options);

export async function openShopDatabase(options: Options, { evenIfMoved = false } = {}) {
  requireFinished(options.config);
  const migrations = path.join(options.root, "migrations");
  return orClose(await openUnmigrated(options), ({ asOwner }) =>
    asOwner((db) => migrateDatabase(db, migrations, evenIfMoved)),
  );
}

const checked = (opened: OpenDatabase) => orClose(opened, ({ db }) => requireOpen(db.$client));

/** Uses the embedded database of a running shop, without migrating or stopping it. */
async function openRunning({ config, log }: Options): Promise<OpenDatabase | undefined> {
  const folder = path.join(config.dataDir, "postgres");
  const running = config.databaseUrl ? undefined : await findRunningLogin(folder);
  if (!running) return undefined;
  const db = openDatabase(running, log);
  const description = `the running shop's database in ${folder}`;
  return checked({ db, connection: running, description, close: () => db.$client.end() });
}

export const openBesideShop = async (options: Options) =>
  (await openRunning(options)) ?? (await openShopDatabase(options));

/** For commands that only read: creates and migrates nothing. */
export async function openReadOnly(options: Options) {
  const { config } = options;
  const running = await openRunning(options);
  if (running) return running;
  requireFinished(config);
  if (!config.databaseUrl && !hasEmbedded(config))
    throw new DatabaseError(`There is no shop in ${config.dataDir} yet: start it once, or set DATA_DIR.`);
  return checked(await openUnmigrated(options));
}
