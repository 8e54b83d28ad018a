import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PoolClient } from "pg";

/** The migrations this version of the shop knows, by their hashes, oldest first. */
export const knownMigrations = (migrationsFolder: string) =>
  readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);

/** Makes the tables as they were after the first so many migrations: a folder with just these is what the library takes. */
export async function migrateTo(client: PoolClient, migrationsFolder: string, count: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "nakshatra-migrations-"));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const journal = path.join(folder, "meta/_journal.json");
    const known = JSON.parse(await readFile(journal, "utf8")) as { entries: unknown[] };
    await writeFile(journal, JSON.stringify({ ...known, entries: known.entries.slice(0, count) }));
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
