import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import type { ClientBase } from "pg";
import type { Database, Transaction } from "../platform/database/database.ts";
import { applyMigrations, runSandboxScript, withMigrationLock } from "../platform/database/migrate.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { TarEntry } from "../platform/files/tar.ts";
import {
  type BackupFooter,
  type BackupHeader,
  parseFooter,
  parseHeader,
  parsePictureName,
  parseRows,
} from "./contents.ts";
import { quoteIdentifier, quoteTable, readMigrations, readTables } from "./shop-tables.ts";

export interface LoadTarget {
  db: Database;
  files: FileStore;
  migrationsFolder: string;
  beforeCommit?(tx: Transaction): Promise<void>;
}

const FILES_AT_ONCE = 8;

const startsWith = (list: string[], prefix: string[]) => prefix.every((item, index) => list[index] === item);

async function checkEmpty(client: ClientBase, { migrations }: BackupHeader) {
  const [applied, tables] = [await readMigrations(client), await readTables(client)];
  for (const { name } of tables) {
    const { rows } = await client.query(`select exists (select from ${quoteTable(name)}) as filled`);
    if (rows[0]?.filled || applied.length === 0)
      throw new Error(
        `The database is not empty (there is a table ${name}${rows[0]?.filled ? " with rows in it" : ""}): give an empty one. Nothing was changed.`,
      );
  }
  if (!startsWith(migrations, applied))
    throw new Error(
      "The database was prepared by another version of the shop than the backup: give an empty one. Nothing was changed.",
    );
}

/** Builds an insert of many rows for each table. Column types come from the database, not from the backup. */
async function buildInserts(client: ClientBase, header: BackupHeader) {
  const tables = await readTables(client);
  const inserts = new Map<string, string>();
  for (const { name, columns } of header.tables) {
    const known = tables.find((table) => table.name === name)?.columns ?? [];
    const types = columns.map((column) => known.find((one) => one.name === column)?.type);
    if (known.length === 0 || types.includes(undefined))
      throw new Error(`The backup's table ${name} does not fit this shop.`);
    const values = types.map((type, index) => `(line->>${index})::${type}`);
    inserts.set(
      name,
      `insert into ${quoteTable(name)} (${columns.map(quoteIdentifier).join(", ")}) overriding system value
       select ${values.join(", ")} from json_array_elements($1::json) as line`,
    );
  }
  return inserts;
}

async function loadEntries(
  client: ClientBase,
  header: BackupHeader,
  entries: AsyncIterable<TarEntry>,
  files: FileStore,
): Promise<BackupFooter> {
  const inserts = await buildInserts(client, header);
  const unwritten: { name: string; bytes: Buffer }[] = [];
  const writePictures = () => Promise.all(unwritten.splice(0).map(({ name, bytes }) => files.put(name, bytes)));
  const counts: Record<string, number> = {};
  let pictures = 0;
  let footer: BackupFooter | undefined;
  for await (const entry of entries) {
    footer = parseFooter(entry);
    const rows = parseRows(entry);
    const insert = rows && inserts.get(rows.table);
    const picture = parsePictureName(entry);
    if (insert) {
      const { rowCount } = await client.query(insert, [`[${rows.lines.join(",")}]`]);
      counts[rows.table] = (counts[rows.table] ?? 0) + (rowCount ?? 0);
    } else if (picture) {
      pictures += 1;
      if (unwritten.push({ name: picture, bytes: entry.bytes }) === FILES_AT_ONCE) await writePictures();
    } else if (!footer) throw new Error(`The backup holds something unknown (${entry.name}).`);
  }
  await writePictures();
  const isComplete = Object.entries(footer!.rows).every(([table, count]) => (counts[table] ?? 0) === count);
  if (!isComplete || pictures !== footer!.pictures)
    throw new Error("Not everything in the backup arrived. Nothing was changed.");
  for (const { name, value } of header.sequences)
    await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, value]);
  return footer!;
}

/**
 * Loads a backup into an empty database, in one transaction. Creates the tables in the backup's version first and
 * migrates them afterwards. Writes the picture files before the commit, so that no record misses its files.
 */
export async function loadShop(
  entries: AsyncGenerator<TarEntry>,
  { db, files, migrationsFolder, beforeCommit }: LoadTarget,
) {
  try {
    const first = await entries.next();
    const header = parseHeader(first.done ? undefined : first.value);
    const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
    if (!startsWith(known, header.migrations))
      throw new Error(
        "The backup was made by a newer or another version of the shop: update this shop first. Nothing was changed.",
      );
    return await withMigrationLock(db, async (client) => {
      await checkEmpty(client, header);
      await applyMigrations(client, migrationsFolder, header.migrations.length);
      if (header.tables.some(({ name }) => name.startsWith("sandbox.")))
        await runSandboxScript(client, migrationsFolder, "create.sql");
      const footer = await drizzle(client).transaction(async (tx) => {
        const loaded = await loadEntries(client, header, entries, files);
        await beforeCommit?.(tx);
        return loaded;
      });
      await applyMigrations(client, migrationsFolder);
      return { header, footer };
    });
  } finally {
    // Closes the source if the backup was refused half-way.
    await entries.return(undefined);
  }
}
