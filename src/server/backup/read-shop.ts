import type { ClientBase } from "pg";
import { copyOut } from "../platform/database/copy.ts";
import { createClient } from "../platform/database/database.ts";
import { FILES_LOCK, type FileStore, isNotFound } from "../platform/files/file-store.ts";
import type { TarEntry } from "../platform/files/tar.ts";
import type { Platform } from "../platform/platform.ts";
import { createChecksum, toFooterEntry, toHeaderEntry, toPictureEntry, toRowsEntry } from "./contents.ts";
import { quoteColumns, readMigrations, readSequences, readTables, type Table } from "./shop-tables.ts";
import { namesOf, selectImages } from "./stored-files.ts";

const ROWS_PER_FETCH = 1000;
/** While one file is compressed, the next ones are read. */
const FILES_AHEAD = 16;

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

async function readPicture(files: FileStore, name: string) {
  const bytes = await files.read(name).catch((error) => (isNotFound(error) ? undefined : Promise.reject(error)));
  return bytes && toPictureEntry(name, bytes);
}

/** Yields the files of all records, and `undefined` for each missing one. */
async function* readPictures(client: ClientBase, tables: Table[], files: FileStore) {
  const reading: Promise<TarEntry | undefined>[] = [];
  for await (const rows of fetchBatches<{ image: string }>(client, selectImages(tables)))
    for (const name of rows.flatMap(({ image }) => namesOf(image))) {
      const entry = readPicture(files, name);
      // Its error is thrown when its turn comes, or the backup has ended before.
      entry.catch(() => {});
      if (reading.push(entry) === FILES_AHEAD) yield reading.shift();
    }
  yield* reading;
}

async function* readEntries(client: ClientBase, { files, clock }: BackupSource): AsyncGenerator<TarEntry> {
  const tables = await readTables(client);
  const migrations = await readMigrations(client);
  if (migrations.length === 0) throw new Error("There is no shop in this database yet.");
  const checksum = createChecksum();
  const counts = { rows: {} as Record<string, number>, pictures: 0, missing: 0 };
  const addToChecksum = (entry: TarEntry) => {
    checksum.add(entry);
    return entry;
  };
  yield addToChecksum(
    toHeaderEntry({
      shop: "Nakshatra",
      at: clock.now().toISOString(),
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      sequences: await readSequences(client),
    }),
  );
  for (const table of tables) {
    let [part, count] = [0, 0];
    for await (const { bytes, rows } of copyOut(client, quoteColumns(table))) {
      yield addToChecksum(toRowsEntry(table.name, part++, bytes));
      count += rows;
    }
    counts.rows[table.name] = count;
  }
  for await (const entry of readPictures(client, tables, files)) {
    counts[entry ? "pictures" : "missing"] += 1;
    if (entry) yield addToChecksum(entry);
  }
  yield toFooterEntry({ ...counts, sha256: checksum.digest() });
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
