import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { filesOfImage } from "../../contracts/catalogue/image-rules.ts";
import { FILES_LOCK } from "../images/service.ts";
import { createClient } from "../platform/database/database.ts";
import { type FileStore, isNotFound } from "../platform/files/file-store.ts";
import type { TarEntry } from "../platform/files/tar.ts";
import type { Platform } from "../platform/platform.ts";
import { toFooterEntry, toHeaderEntry, toPictureEntry, toRowsEntry, updateHash } from "./contents.ts";
import { quoteIdentifier, quoteTable, readMigrations, readSequences, readTables, type Table } from "./shop-tables.ts";

const ROWS_PER_FETCH = 200;
const PART_CHARACTERS = 1024 * 1024;
const FILES_AT_ONCE = 8;

export interface BackupSource extends Pick<Platform, "db" | "clock"> {
  files: FileStore;
}

/** Reads a large result with a cursor, so that memory use stays bounded. */
async function* fetchBatches<Row extends object>(client: ClientBase, query: string) {
  await client.query(`declare batches no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_PER_FETCH} from batches`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query("close batches");
}

/** Yields the rows of a table in parts of about 1 MB. Values are PostgreSQL's own text form, which is lossless. */
async function* readParts(client: ClientBase, { name, columns }: Table) {
  const texts = columns.map((column) => `${quoteIdentifier(column.name)}::text`);
  const query = `select array_to_json(array[${texts.join(", ")}])::text as line from ${quoteTable(name)}`;
  let lines: string[] = [];
  let size = 0;
  for await (const rows of fetchBatches<{ line: string }>(client, query)) {
    for (const { line } of rows) {
      lines.push(line);
      size += line.length;
      if (size < PART_CHARACTERS) continue;
      yield lines;
      lines = [];
      size = 0;
    }
  }
  if (lines.length > 0) yield lines;
}

const hasColumn = (name: string, type: string) => (table: Table) =>
  table.columns.some((column) => column.name === name && column.type === type);

/** Yields the pictures of all records and the PDFs of documents, and `undefined` for each missing file. */
async function* readPictures(client: ClientBase, tables: Table[], files: FileStore) {
  const pictures = tables
    .filter(hasColumn("images", "text[]"))
    .map(({ name }) => `select unnest(images) as image from ${quoteTable(name)}`);
  const papers = tables
    .filter(hasColumn("pdf_hash", "text"))
    .map(({ name }) => `select pdf_hash || '.pdf' from ${quoteTable(name)} where pdf_hash is not null`);
  const selects = [...pictures, ...papers];
  if (selects.length === 0) return;
  for await (const rows of fetchBatches<{ image: string }>(client, selects.join(" union "))) {
    const names = rows.flatMap(({ image }) => (image.endsWith(".pdf") ? [image] : filesOfImage(image)));
    while (names.length > 0) {
      const entries = names.splice(0, FILES_AT_ONCE).map(async (name) => {
        const bytes = await files.read(name).catch((error) => (isNotFound(error) ? undefined : Promise.reject(error)));
        return bytes && toPictureEntry(name, bytes);
      });
      yield* await Promise.all(entries);
    }
  }
}

async function* readEntries(client: ClientBase, { files, clock }: BackupSource): AsyncGenerator<TarEntry> {
  const tables = await readTables(client);
  const migrations = await readMigrations(client);
  if (migrations.length === 0) throw new Error("There is no shop in this database yet.");
  const hash = createHash("sha256");
  const counts = { rows: {} as Record<string, number>, pictures: 0, missing: 0 };
  const addToHash = (entry: TarEntry) => {
    updateHash(hash, entry);
    return entry;
  };
  yield addToHash(
    toHeaderEntry({
      shop: "Nakshatra",
      at: clock.now().toISOString(),
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      sequences: await readSequences(client),
    }),
  );
  for (const table of tables) {
    let [part, rows] = [0, 0];
    for await (const lines of readParts(client, table)) {
      yield addToHash(toRowsEntry(table.name, part++, lines));
      rows += lines.length;
    }
    counts.rows[table.name] = rows;
  }
  for await (const entry of readPictures(client, tables, files)) {
    counts[entry ? "pictures" : "missing"] += 1;
    if (entry) yield addToHash(entry);
  }
  yield toFooterEntry({ ...counts, sha256: hash.digest("hex") });
}

/**
 * Reads the whole shop while it runs. All rows come from one snapshot. The advisory lock prevents the deletion of
 * picture files during the backup, so all pictures of the snapshot exist.
 */
export async function* readShop(source: BackupSource): AsyncGenerator<TarEntry> {
  const client = createClient(source.db);
  try {
    await client.connect();
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'");
    await client.query("set extra_float_digits = 3; set bytea_output = 'hex'");
    // Lock before the snapshot: pictures that records drop after it keep their files.
    await client.query("select pg_advisory_lock($1)", [FILES_LOCK]);
    await client.query("begin isolation level repeatable read read only");
    yield* readEntries(client, source);
    await client.query("commit");
    await client.query("select pg_advisory_unlock($1)", [FILES_LOCK]);
  } finally {
    // Closing the connection also frees lock and snapshot when the reader stopped early.
    client.end().catch(() => {});
  }
}
