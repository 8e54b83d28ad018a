import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { FILES_LOCK, filesOf } from "../images/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Entry } from "../platform/files/tar.ts";
import { BackupError } from "./backup-error.ts";
import { addTo, toEnd, toPicture, toRows, toStart } from "./contents.ts";
import { quoted, readMigrations, readSequences, readTables, type Table } from "./shop-tables.ts";

const ROWS_AT_ONCE = 200;
const PART_CHARACTERS = 1024 * 1024;
const FILES_AT_ONCE = 8;

export interface Source {
  db: Database;
  files: FileStore;
  clock: Clock;
  /** Whose backup it is. */
  brand: string;
}

/** The answer to a query, some rows at a time, however many there are. */
async function* inBatches<Row extends object>(client: ClientBase, query: string) {
  await client.query(`declare batches no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from batches`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query("close batches");
}

/** A table's rows. Every value as the text that the database writes and reads back exactly. */
async function* rowsOf(client: ClientBase, { name, columns }: Table, count: (rows: number) => void) {
  const texts = columns.map((column) => `${quoted(column.name)}::text`);
  const query = `select array_to_json(array[${texts.join(", ")}])::text as line from ${quoted(name)}`;
  let part = 0;
  let lines: string[] = [];
  let size = 0;
  for await (const rows of inBatches<{ line: string }>(client, query)) {
    count(rows.length);
    for (const { line } of rows) {
      lines.push(line);
      size += line.length;
      if (size < PART_CHARACTERS) continue;
      yield toRows(name, part++, lines);
      lines = [];
      size = 0;
    }
  }
  if (lines.length > 0) yield toRows(name, part, lines);
}

const isMissing = (error: NodeJS.ErrnoException) => error.code === "ENOENT";

/** The files of all pictures that records show; nothing for a file that the store does not have. */
async function* picturesOf(client: ClientBase, tables: Table[], files: FileStore) {
  const withPictures = tables.filter(({ columns }) =>
    columns.some(({ name, type }) => name === "images" && type === "text[]"),
  );
  const each = withPictures.map(({ name }) => `select unnest(images) as image from ${quoted(name)}`);
  if (each.length === 0) return;
  for await (const rows of inBatches<{ image: string }>(client, each.join(" union "))) {
    const names = rows.flatMap(({ image }) => filesOf(image));
    while (names.length > 0) {
      const reading = names.splice(0, FILES_AT_ONCE).map(async (name) => {
        const bytes = await files.read(name).catch((error) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
        return bytes && toPicture(name, bytes);
      });
      yield* await Promise.all(reading);
    }
  }
}

/** What the shop holds at one moment. */
async function* contentsOf(client: ClientBase, { files, clock, brand }: Source): AsyncGenerator<Entry> {
  const tables = await readTables(client);
  const migrations = await readMigrations(client);
  if (migrations.length === 0) throw new BackupError("There is no shop in this database yet.");
  const hash = createHash("sha256");
  const end = { rows: {} as Record<string, number>, pictures: 0, missing: 0 };
  const pass = (entry: Entry) => {
    addTo(hash, entry);
    return entry;
  };
  yield pass(
    toStart({
      shop: brand,
      at: clock.now().toISOString(),
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      sequences: await readSequences(client),
    }),
  );
  for (const table of tables) {
    end.rows[table.name] = 0;
    const count = (rows: number) => {
      end.rows[table.name]! += rows;
    };
    for await (const entry of rowsOf(client, table, count)) yield pass(entry);
  }
  for await (const entry of picturesOf(client, tables, files)) {
    if (!entry) end.missing += 1;
    else {
      end.pictures += 1;
      yield pass(entry);
    }
  }
  yield toEnd({ ...end, sha256: hash.digest("hex") });
}

/**
 * Reads a whole shop while it goes on serving. All rows are of one snapshot, and while it is read no picture's file is
 * cleared away, so every picture that the snapshot shows is there.
 */
export async function* readShop(source: Source): AsyncGenerator<Entry> {
  const client = await source.db.$client.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'");
    await client.query("set extra_float_digits = 3; set bytea_output = 'hex'");
    // Before the snapshot: what is let go of after it finds the lock taken.
    await client.query("select pg_advisory_lock($1)", [FILES_LOCK]);
    await client.query("begin isolation level repeatable read read only");
    yield* contentsOf(client, source);
    await client.query("commit");
    await client.query("select pg_advisory_unlock($1)", [FILES_LOCK]);
  } finally {
    // A reading that is broken off gives lock and snapshot back by ending the connection, whatever state the client is in.
    client.release(true);
  }
}
