import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import type { Entry } from "../platform/files/tar.ts";
import { BackupError } from "./backup-error.ts";

/** What a backup is made of, in this order: what it is, the rows of each table, the pictures, and the proof that it is whole. */
export const START = "shop.json";
export const END = "end.json";
const TABLES = "tables/";
const PICTURES = "pictures/";

/** Raised when an older shop could no longer read what this one writes. */
const FORMAT = 1;

const startOf = z.object({
  format: z.literal("nakshatra-backup"),
  version: z.number(),
  shop: z.string(),
  at: z.iso.datetime(),
  /** The migrations that made the tables, oldest first. */
  migrations: z.array(z.string()),
  /** In an order in which every row finds those it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type Start = z.infer<typeof startOf>;

const endOf = z.object({
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
  /** Files of pictures that records show and the store does not have. */
  missing: z.number(),
  sha256: z.string(),
});
export type End = z.infer<typeof endOf>;

const toEntry = (name: string, value: unknown): Entry => ({ name, bytes: Buffer.from(`${JSON.stringify(value)}\n`) });

export const toStart = (start: Omit<Start, "format" | "version">) =>
  toEntry(START, { format: "nakshatra-backup", version: FORMAT, ...start });
export const toEnd = (end: End) => toEntry(END, end);
export const toRows = (table: string, part: number, lines: string[]): Entry => ({
  name: `${TABLES}${table}/${`${part}`.padStart(6, "0")}.ndjson`,
  bytes: Buffer.from(`${lines.join("\n")}\n`),
});
export const toPicture = (file: string, bytes: Buffer): Entry => ({ name: `${PICTURES}${file}`, bytes });

/** Which table an entry's rows belong to, each row a JSON list of its columns' texts. */
export function rowsIn({ name, bytes }: Entry) {
  const table = /^tables\/([^/]+)\/\d+\.ndjson$/.exec(name)?.[1];
  return table === undefined ? undefined : { table, lines: bytes.toString("utf8").trimEnd().split("\n") };
}

/** The name is taken for a file's, so it must be one and lead nowhere else. */
export const pictureIn = ({ name }: Entry) => /^pictures\/(\w[\w.-]*)$/.exec(name)?.[1];

function read<T>(schema: z.ZodType<T>, { bytes }: Entry): T | undefined {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    return undefined;
  }
}

export function readStart(entry: Entry | undefined) {
  const start = entry?.name === START ? read(startOf, entry) : undefined;
  if (!start) throw new BackupError("This file is not a backup of a shop.");
  if (start.version > FORMAT)
    throw new BackupError("This backup was made by a newer version of the shop: update the shop first.");
  return start;
}

export const readEnd = (entry: Entry) => (entry.name === END ? read(endOf, entry) : undefined);

export function addTo(hash: Hash, { name, bytes }: Entry) {
  hash.update(`${name}\0${bytes.length}\0`).update(bytes);
}

/** Passes a backup's entries on and makes sure that they are all there and as they were written. */
export async function* checked(entries: AsyncIterable<Entry>) {
  const hash = createHash("sha256");
  let end: End | undefined;
  for await (const entry of entries) {
    if (end) throw new BackupError("This backup is damaged: something follows its end.");
    end = readEnd(entry);
    if (!end) addTo(hash, entry);
    yield entry;
  }
  if (!end) throw new BackupError("This backup is not whole: its end is missing.");
  if (end.sha256 !== hash.digest("hex")) throw new BackupError("This backup is damaged: its checksum is wrong.");
}
