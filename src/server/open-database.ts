import path from "node:path";
import type { Config } from "./config.ts";
import { type Database, DatabaseError, isDatabaseReady, migrateDatabase, openDatabase } from "./platform/database.ts";
import { findRunningLogin } from "./platform/embedded-postgres/running-login.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/supervisor.ts";

const PATIENCE_MS = 30_000;

interface OpenDatabase {
  db: Database;
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
  const db = openDatabase({ connectionString: url }, log);
  await waitUntilReady(db, say);
  const { host, pathname } = new URL(url);
  return { db, description: `PostgreSQL at ${host || "the local socket"}${pathname}`, close: () => db.$client.end() };
}

async function openEmbedded(dataDir: string, log: Log, say: Say): Promise<OpenDatabase> {
  const folder = path.join(dataDir, "postgres");
  const server = await startEmbeddedPostgres({ folder, progress: say });
  const db = openDatabase(server.connection, log);
  return {
    db,
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

/** Opens the shop's database, its own or the given one, and brings its schema up to date. */
export async function openShopDatabase({ config, root, log, say }: Options) {
  const opened = config.databaseUrl
    ? await openOwn(config.databaseUrl, log, say)
    : await openEmbedded(config.dataDir, log, say);
  try {
    await migrateDatabase(opened.db, path.join(root, "migrations"));
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/** For a command beside the shop: the embedded database of a shop that runs is used as it is and left running. */
export async function openBesideShop(options: Options): Promise<OpenDatabase> {
  const { config, log } = options;
  const folder = path.join(config.dataDir, "postgres");
  const running = config.databaseUrl ? undefined : await findRunningLogin(folder);
  if (!running) return openShopDatabase(options);
  const db = openDatabase(running, log);
  return { db, description: `the running shop's database in ${folder}`, close: () => db.$client.end() };
}
