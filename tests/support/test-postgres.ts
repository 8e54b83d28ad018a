import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "../../src/server/platform/database/database.ts";
import { startEmbeddedPostgres } from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const migrations = path.resolve(import.meta.dirname, "../../migrations");

/** The database server of the tests: the one at DATABASE_URL, else a temporary embedded one. */
export async function startTestServer() {
  const url = process.env.DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const home = await temporaryFolder();
  const server = await startEmbeddedPostgres({
    folder: path.join(home.folder, "postgres"),
    progress: () => {},
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const { user, password, database, host, port } = server.logins.superuser;
  const query = new URLSearchParams({ host, port: `${port}` });
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?${query}`,
    async stop() {
      await server.stop();
      await home.remove();
    },
  };
}

async function runStatement(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a database on the test server, empty or as a copy of a template. */
export async function createDatabase(serverUrl: string, template?: string) {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = template ? `template ${template}` : "template template0 encoding 'UTF8'";
  await runStatement(serverUrl, `create database ${name} ${source}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => runStatement(serverUrl, `drop database if exists ${name} with (force)`) };
}

/** A database to copy others from: a copy of `source` with the changes that `prepare` makes. */
export async function createTemplate(serverUrl: string, prepare: (db: Database) => Promise<void>, source?: string) {
  const database = await createDatabase(serverUrl, source);
  const db = openDatabase({ connectionString: database.url }, { warn() {} });
  await prepare(db);
  await db.$client.end();
  return database;
}
