import { readFile } from "node:fs/promises";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import type { ClientBase } from "pg";
import { close, noteLoaded, readClosed, reopen } from "../platform/database/closed.ts";
import { copyIn } from "../platform/database/copy.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { applyMigrations, withMigrationLock } from "../platform/database/migrate.ts";
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
import { quoteColumns, quoteTable, readMigrations, readObstacles, readTables } from "./shop-tables.ts";

export interface LoadTarget {
  db: Database;
  files: FileStore;
  migrationsFolder: string;
  /** What the start says while this has not finished. */
  unfinished?: string;
  /** The end of the backup, once it was verified: a repeated restore goes on where the rows are in. */
  verified?: BackupFooter;
  /** The last step, in the newest version of the tables. */
  finish?(tx: Transaction): Promise<void>;
}

const UNFINISHED = "A restore into this database has not finished, so it holds no whole shop. Repeat the restore.";
const FILES_AT_ONCE = 8;
/** A table of somebody else, which we may not read. */
const NO_PERMISSION = "42501";

const startsWith = (list: string[], prefix: string[]) => prefix.every((item, index) => list[index] === item);

export function checkVersion({ migrations }: BackupHeader, migrationsFolder: string) {
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
  if (!startsWith(known, migrations))
    throw new Error(
      "The backup was made by a newer or another version of the shop: update this shop first. Nothing was changed.",
    );
}

async function isFilled(client: ClientBase, table: string) {
  try {
    const { rows } = await client.query(`select exists (select from ${quoteTable(table)}) as filled`);
    return rows[0]?.filled === true;
  } catch (error) {
    if ((error as { code?: string }).code === NO_PERMISSION) return true;
    throw error;
  }
}

async function checkEmpty(client: ClientBase, { migrations }: BackupHeader, isUnfinished: boolean) {
  const [applied, tables] = [await readMigrations(client), await readTables(client)];
  if (!startsWith(migrations, applied))
    throw new Error(
      "The database was prepared by another version of the shop than the backup: give an empty one. Nothing was changed.",
    );
  if (isUnfinished) return;
  for (const { name } of tables)
    if (applied.length === 0 || (await isFilled(client, name)))
      throw new Error(
        `The database is not empty (there is a table ${name}${applied.length > 0 ? " with rows in it" : ""}): give an empty one. Nothing was changed.`,
      );
}

/** What COPY fills, for each table. Columns come from the database, not from the backup. */
async function readTargets(client: ClientBase, header: BackupHeader) {
  const tables = await readTables(client);
  const targets = new Map<string, string>();
  for (const { name, columns } of header.tables) {
    const known = tables.find((table) => table.name === name)?.columns ?? [];
    const found = columns.map((column) => known.find((one) => one.name === column));
    if (known.length === 0 || found.includes(undefined))
      throw new Error(`The backup's table ${name} does not fit this shop.`);
    targets.set(name, quoteColumns({ name, columns: found.map((column) => column!) }));
  }
  return targets;
}

async function loadEntries(
  client: ClientBase,
  targets: Map<string, string>,
  entries: AsyncIterable<TarEntry>,
  files: FileStore,
): Promise<BackupFooter> {
  const unwritten: { name: string; bytes: Buffer }[] = [];
  const writePictures = () => Promise.all(unwritten.splice(0).map(({ name, bytes }) => files.put(name, bytes)));
  const counts: Record<string, number> = {};
  let pictures = 0;
  let footer: BackupFooter | undefined;
  for await (const entry of entries) {
    footer = parseFooter(entry);
    const rows = parseRows(entry);
    const target = rows && targets.get(rows.table);
    const picture = parsePictureName(entry);
    if (target) counts[rows.table] = (counts[rows.table] ?? 0) + (await copyIn(client, target, rows.bytes));
    else if (picture) {
      pictures += 1;
      if (unwritten.push({ name: picture, bytes: entry.bytes }) === FILES_AT_ONCE) await writePictures();
    } else if (!footer) throw new Error(`The backup holds something unknown (${entry.name}).`);
  }
  await writePictures();
  const isComplete = Object.entries(footer!.rows).every(([table, count]) => (counts[table] ?? 0) === count);
  if (!isComplete || pictures !== footer!.pictures) throw new Error("Not everything in the backup arrived.");
  return footer!;
}

/** Runs `work` in a transaction. A failed rollback does not hide why it is needed. */
async function inTransaction<T>(client: ClientBase, work: () => Promise<T>) {
  try {
    await client.query("begin");
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Loads all rows without the indexes and foreign keys, which are faster to make afterwards. */
const load = (client: ClientBase, header: BackupHeader, entries: AsyncIterable<TarEntry>, files: FileStore) =>
  inTransaction(client, async () => {
    const targets = await readTargets(client, header);
    if (targets.size > 0) await client.query(`truncate ${[...targets.keys()].map(quoteTable).join(", ")}`);
    const obstacles = await readObstacles(client);
    await client.query(obstacles.map(({ drop }) => drop).join("; "));
    const footer = await loadEntries(client, targets, entries, files);
    await client.query(
      obstacles
        .map(({ create }) => create)
        .reverse()
        .join("; "),
    );
    for (const { name, value } of header.sequences)
      await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, value]);
    await noteLoaded(client, footer.sha256);
    return footer;
  });

/**
 * Loads a backup into an empty database: creates the tables in the backup's version, loads all rows in one transaction,
 * and migrates. Until all of it is done the database is closed, and the same backup can be loaded again. Writes the
 * picture files before the rows are committed, so that no record misses its files.
 */
export async function loadShop(
  entries: AsyncGenerator<TarEntry>,
  { db, files, migrationsFolder, unfinished = UNFINISHED, verified, finish }: LoadTarget,
) {
  try {
    const first = await entries.next();
    const header = parseHeader(first.done ? undefined : first.value);
    checkVersion(header, migrationsFolder);
    return await withMigrationLock(db, async (client) => {
      const before = await readClosed(client, "unfinished");
      let footer = before?.loaded === verified?.sha256 ? verified : undefined;
      if (!footer) {
        await checkEmpty(client, header, before !== undefined);
        await close(client, "unfinished", unfinished);
        await applyMigrations(client, migrationsFolder, header.migrations.length);
        // Backups from before the migration have these tables only if their shop used the sandbox.
        if (header.tables.some(({ name }) => name.startsWith("sandbox.")))
          await client.query(await readFile(path.join(migrationsFolder, "0057_sandbox.sql"), "utf8"));
        footer = await load(client, header, entries, files);
      }
      await applyMigrations(client, migrationsFolder);
      await drizzle(client).transaction(async (tx) => {
        await finish?.(tx);
        await reopen(client, "unfinished");
      });
      return { header, footer };
    });
  } finally {
    // Closes the source if the backup was refused half-way.
    await entries.return(undefined);
  }
}
