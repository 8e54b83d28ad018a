import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { toCopyLine } from "../platform/database/copy.ts";
import type { TarEntry } from "../platform/files/tar.ts";

/** Order of the entries: header, rows of each table, picture files, footer with counts and checksum. */
const HEADER = "shop.json";
const FOOTER = "end.json";
const TABLES = "tables/";
const PICTURES = "pictures/";

/** Increase when older versions of the shop cannot read the new format. */
const FORMAT_VERSION = 3;
/** Older formats have a SHA-256 of all bytes, which takes ten times as long as CRC-32. */
const FIRST_WITH_CRC = 3;

const headerSchema = z.object({
  format: z.literal("nakshatra-backup"),
  version: z.number(),
  shop: z.string(),
  at: z.iso.datetime(),
  /** Hashes of the applied migrations, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const footerSchema = z.object({
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
  /** Number of picture files that records use and the store does not have. */
  missing: z.number(),
  sha256: z.string(),
});
export type BackupFooter = z.infer<typeof footerSchema>;

const toJsonEntry = (name: string, value: unknown): TarEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value)}\n`),
});

export const toHeaderEntry = (header: Omit<BackupHeader, "format" | "version">) =>
  toJsonEntry(HEADER, { format: "nakshatra-backup", version: FORMAT_VERSION, ...header });
export const toFooterEntry = (footer: BackupFooter) => toJsonEntry(FOOTER, footer);
export const toRowsEntry = (table: string, part: number, bytes: Buffer): TarEntry => ({
  name: `${TABLES}${table}/${`${part}`.padStart(6, "0")}.copy`,
  bytes,
});
export const toPictureEntry = (file: string, bytes: Buffer): TarEntry => ({ name: `${PICTURES}${file}`, bytes });

/** Format 1 had a JSON array of texts for each row. */
const fromJsonLines = (bytes: Buffer) =>
  Buffer.from(
    bytes
      .toString("utf8")
      .trimEnd()
      .split("\n")
      .map((line) => toCopyLine(JSON.parse(line)))
      .join(""),
  );

/** Reads an entry with rows, in the text format of PostgreSQL's COPY. */
export function parseRows({ name, bytes }: TarEntry) {
  const [, table, format] = /^tables\/([^/]+)\/\d+\.(copy|ndjson)$/.exec(name) ?? [];
  return table === undefined ? undefined : { table, bytes: format === "copy" ? bytes : fromJsonLines(bytes) };
}

/** The file name of a picture entry. The pattern prevents path traversal. */
export const parsePictureName = ({ name }: TarEntry) => /^pictures\/(\w[\w.-]*)$/.exec(name)?.[1];

function parseJson<T>(schema: z.ZodType<T>, { bytes }: TarEntry): T | undefined {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    return undefined;
  }
}

export function parseHeader(entry: TarEntry | undefined) {
  const header = entry?.name === HEADER ? parseJson(headerSchema, entry) : undefined;
  if (!header) throw new Error("This file is not a backup of a shop.");
  if (header.version > FORMAT_VERSION)
    throw new Error("This backup was made by a newer version of the shop: update the shop first.");
  return header;
}

export const parseFooter = (entry: TarEntry) => (entry.name === FOOTER ? parseJson(footerSchema, entry) : undefined);

/** A SHA-256 of the names, lengths and CRC-32 of all entries: it detects damage, and is the identity of a backup. */
export function createChecksum(version = FORMAT_VERSION) {
  const hash = createHash("sha256");
  return {
    add({ name, bytes }: TarEntry) {
      hash.update(`${name}\0${bytes.length}\0`).update(version < FIRST_WITH_CRC ? bytes : `${crc32(bytes)}\0`);
    },
    digest: () => hash.digest("hex"),
  };
}

/** Passes the entries through and throws if the footer is missing or its checksum is wrong. */
export async function* verifyEntries(entries: AsyncIterable<TarEntry>) {
  let checksum: ReturnType<typeof createChecksum> | undefined;
  let footer: BackupFooter | undefined;
  for await (const entry of entries) {
    checksum ??= createChecksum(parseHeader(entry).version);
    if (footer) throw new Error("This backup is damaged: something follows its end.");
    footer = parseFooter(entry);
    if (!footer) checksum.add(entry);
    yield entry;
  }
  if (!footer) throw new Error("This backup is not whole: its end is missing.");
  if (footer.sha256 !== checksum?.digest()) throw new Error("This backup is damaged: its checksum is wrong.");
}
