import { existsSync } from "node:fs";
import path from "node:path";
import type { PoolConfig } from "pg";
import type { Config } from "../config.ts";
import {
  type Database,
  DatabaseError,
  isDatabaseReady,
  migrateDatabase,
  openDatabase,
} from "../platform/database/database.ts";
import { findRunningLogin } from "../platform/embedded-postgres/running-login.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/supervisor.ts";
import { connectionsFor } from "./cluster-primary.ts";

const PATIENCE_MS = 30_000;

interface OpenDatabase {
  db: Database;
  /** How another process of the shop reaches it. */
  connection: PoolConfig;
  description: string;
  close(): Promise<void>;
}

type Say = (line: string) => void;
type Log = Parameters<typeof openDatabase>[1];

async function waitUntilReady(db: Database, say: Say) {
  const deadline = Date.now() + PATIENCE_MS;
  for (let first = true; !(await isDatabaseReady(db)); first = false) {
    if (first) say("Waiting for the database at DATABASE_URL …");
    if (Date.now() > deadline)
      throw new DatabaseError(
        "DATABASE_URL points to a database that does not answer; check the address, the password and that the server runs.",
      );
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function openOwn(url: string, log: Log, say: Say): Promise<OpenDatabase> {
  const connection = { connectionString: url };
  const db = openDatabase(connection, log);
  await waitUntilReady(db, say);
  const { host, pathname } = new URL(url);
  const description = `PostgreSQL at ${host || "the local socket"}${pathname}`;
  return { db, connection, description, close: () => db.$client.end() };
}

async function openEmbedded({ dataDir, workers }: Config, log: Log, say: Say): Promise<OpenDatabase> {
  const folder = path.join(dataDir, "postgres");
  const settings = { max_connections: `${connectionsFor(workers)}` };
  const server = await startEmbeddedPostgres({ folder, progress: say, settings });
  const db = openDatabase(server.connection, log);
  return {
    db,
    connection: server.connection,
    description: `embedded PostgreSQL ${server.version} in ${folder}`,
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
  say: Say;
}

/** Opens the shop's database, its own or the given one, with whatever schema it has. */
export const openAsItIs = ({ config, log, say }: Options) =>
  config.databaseUrl ? openOwn(config.databaseUrl, log, say) : openEmbedded(config, log, say);

/** Opens the shop's database and brings its schema up to date. */
export async function openShopDatabase(options: Options) {
  const opened = await openAsItIs(options);
  try {
    await migrateDatabase(opened.db, path.join(options.root, "migrations"));
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/** The embedded database of a shop that runs now is used as it is and left running. */
async function openRunning({ config, log }: Options): Promise<OpenDatabase | undefined> {
  const folder = path.join(config.dataDir, "postgres");
  const running = config.databaseUrl ? undefined : await findRunningLogin(folder);
  if (!running) return undefined;
  const db = openDatabase(running, log);
  const description = `the running shop's database in ${folder}`;
  return { db, connection: running, description, close: () => db.$client.end() };
}

/** For a command beside the shop. */
export const openBesideShop = async (options: Options) =>
  (await openRunning(options)) ?? (await openShopDatabase(options));

/** For a command that only looks: nothing is made, and nothing is brought up to date. */
export async function openToLook(options: Options) {
  const { config } = options;
  const running = await openRunning(options);
  if (running) return running;
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, "postgres/PG_VERSION")))
    throw new DatabaseError(`There is no shop in ${config.dataDir} yet: start it once, or set DATA_DIR.`);
  return openAsItIs(options);
}
