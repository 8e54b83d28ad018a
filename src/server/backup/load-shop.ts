import { drizzle } from "drizzle-orm/node-postgres";
import type { ClientBase } from "pg";
import { type Database, holdingSchema, type Transaction } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Entry } from "../platform/files/tar.ts";
import { BackupError } from "./backup-error.ts";
import { type End, pictureIn, readEnd, readStart, rowsIn, type Start } from "./contents.ts";
import { knownMigrations, migrateTo } from "./migrate-to.ts";
import { quoted, readMigrations, readTables, type Table } from "./shop-tables.ts";

export interface Target {
  db: Database;
  files: FileStore;
  migrationsFolder: string;
  /** What else belongs to the same transaction, once all rows are in. */
  settle?(tx: Transaction): Promise<void>;
}

const FILES_AT_ONCE = 8;

const startsWith = (list: string[], beginning: string[]) => beginning.every((item, place) => list[place] === item);

/** Refuses a database that holds anything: what is there is never mixed with what comes. */
async function checkEmpty(client: ClientBase, { migrations }: Start) {
  const [applied, tables] = [await readMigrations(client), await readTables(client)];
  for (const { name } of tables) {
    const { rows } = await client.query(`select exists (select from ${quoted(name)}) as filled`);
    if (rows[0]?.filled || applied.length === 0)
      throw new BackupError(
        `The database is not empty (there is a table ${name}${rows[0]?.filled ? " with rows in it" : ""}): give an empty one. Nothing was changed.`,
      );
  }
  if (!startsWith(migrations, applied))
    throw new BackupError(
      "The database was prepared by another version of the shop than the backup: give an empty one. Nothing was changed.",
    );
}

function checkVersion({ migrations }: Start, known: string[]) {
  if (startsWith(known, migrations)) return;
  throw new BackupError(
    "The backup was made by a newer or another version of the shop: update this shop first. Nothing was changed.",
  );
}

/** The statement that puts a list of rows into a table; all names and types in it are the database's own. */
function insertion({ name, columns }: Table, wanted: string[]) {
  const known = new Map(columns.map((column) => [column.name, column]));
  const types = wanted.map((column) => known.get(column)?.type);
  if (types.includes(undefined)) throw new BackupError(`The backup's table ${name} does not fit this shop.`);
  const values = types.map((type, place) => `(line->>${place})::${type}`);
  return `insert into ${quoted(name)} (${wanted.map(quoted).join(", ")}) overriding system value
    select ${values.join(", ")} from json_array_elements($1::json) as line`;
}

async function insertions(client: ClientBase, { tables }: Start) {
  const known = new Map((await readTables(client)).map((table) => [table.name, table]));
  return new Map(
    tables.map(({ name, columns }) => {
      const table = known.get(name);
      if (!table) throw new BackupError(`The backup's table ${name} does not fit this shop.`);
      return [name, insertion(table, columns)];
    }),
  );
}

async function countRows(client: ClientBase, tables: string[]) {
  const counts: Record<string, number> = {};
  for (const name of tables) {
    const { rows } = await client.query(`select count(*)::int as count from ${quoted(name)}`);
    counts[name] = rows[0]?.count;
  }
  return counts;
}

async function setSequences(client: ClientBase, { sequences }: Start) {
  for (const { name, value } of sequences)
    await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, value]);
}

/** Writes files a few at a time; the last are written when it is finished, which answers how many there were. */
function storing(files: FileStore) {
  const waiting: (() => Promise<void>)[] = [];
  let count = 0;
  const write = () => Promise.all(waiting.splice(0).map((put) => put()));
  return {
    async put(name: string, bytes: Buffer) {
      count += 1;
      if (waiting.push(() => files.put(name, bytes)) === FILES_AT_ONCE) await write();
    },
    async finish() {
      await write();
      return count;
    },
  };
}

/** Puts everything that follows the start into the shop's tables and its store; answers what came. */
async function load(client: ClientBase, start: Start, entries: AsyncIterable<Entry>, files: FileStore): Promise<End> {
  const statements = await insertions(client, start);
  const store = storing(files);
  let end: End | undefined;
  for await (const entry of entries) {
    end = readEnd(entry);
    const rows = rowsIn(entry);
    const statement = rows && statements.get(rows.table);
    const picture = pictureIn(entry);
    if (statement) await client.query(statement, [`[${rows.lines.join(",")}]`]);
    else if (picture) await store.put(picture, entry.bytes);
    else if (!end) throw new BackupError(`The backup holds something unknown (${entry.name}).`);
  }
  const counts = await countRows(client, [...statements.keys()]);
  const isSame = Object.entries(end!.rows).every(([table, count]) => counts[table] === count);
  if (!isSame || (await store.finish()) !== end!.pictures)
    throw new BackupError("Not everything in the backup arrived. Nothing was changed.");
  await setSequences(client, start);
  return end!;
}

/**
 * Puts a backup into an empty database, whole or not at all. The tables are first made as they were when it was written
 * and brought up to date afterwards, as the shop it came from would have been. Pictures are written before the rows are
 * committed, so that no record is ever without its own.
 */
export async function loadShop(entries: AsyncGenerator<Entry>, { db, files, migrationsFolder, settle }: Target) {
  try {
    const first = await entries.next();
    const start = readStart(first.done ? undefined : first.value);
    const known = knownMigrations(migrationsFolder);
    checkVersion(start, known);
    return await holdingSchema(db, async (client) => {
      await checkEmpty(client, start);
      await migrateTo(client, migrationsFolder, start.migrations.length);
      const end = await drizzle(client).transaction(async (tx) => {
        const loaded = await load(client, start, entries, files);
        await settle?.(tx);
        return loaded;
      });
      await migrateTo(client, migrationsFolder, known.length);
      return { start, end };
    });
  } finally {
    // A refusal leaves the rest unread; whatever it comes from is let go of.
    await entries.return(undefined);
  }
}
