import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { toHeaderEntry, toPictureEntry, toRowsEntry, verifyEntries } from "../../src/server/backup/contents.ts";
import type { TarEntry } from "../../src/server/platform/files/tar.ts";

const NEWEST = 3;
const header = { shop: "Nakshatra", at: "2026-11-19T00:00:00.000Z", migrations: [], tables: [], sequences: [] };

/** A backup as a release with this format wrote it. */
function backupOf(version: number): TarEntry[] {
  const { name, bytes } = toHeaderEntry(header);
  const entries = [
    { name, bytes: Buffer.from(bytes.toString().replace(`"version":${NEWEST}`, `"version":${version}`)) },
    toRowsEntry("products", 0, Buffer.from("1\tAmethyst\n")),
    toPictureEntry("stone.webp", Buffer.from("a picture")),
  ];
  const hash = createHash("sha256");
  for (const entry of entries)
    hash.update(`${entry.name}\0${entry.bytes.length}\0`).update(version < 3 ? entry.bytes : `${crc32(entry.bytes)}\0`);
  const footer = { rows: { products: 1 }, pictures: 1, missing: 0, sha256: hash.digest("hex") };
  return [...entries, { name: "end.json", bytes: Buffer.from(JSON.stringify(footer)) }];
}

async function verify(entries: TarEntry[]) {
  let count = 0;
  for await (const _ of verifyEntries(
    (async function* () {
      yield* entries;
    })(),
  ))
    count += 1;
  return count;
}

const flip = ({ name, bytes }: TarEntry, at = 0) => {
  const flipped = Buffer.from(bytes);
  flipped[at] = flipped[at]! ^ 1;
  return { name, bytes: flipped };
};

test.for([1, 2, NEWEST])("accepts a whole backup of format %i and refuses any change", async (version) => {
  const [first, rows, picture, end] = backupOf(version) as [TarEntry, TarEntry, TarEntry, TarEntry];
  expect(await verify([first, rows, picture, end])).toBe(4);
  const changed = [
    [first, flip(rows), picture, end],
    [first, rows, flip(picture, 8), end],
    [flip(first, first.bytes.indexOf("Nakshatra")), rows, picture, end],
    [first, rows, { ...picture, name: "pictures/other.webp" }, end],
    [first, picture, rows, end],
    [first, rows, end],
    [first, rows, rows, picture, end],
  ];
  for (const entries of changed) await expect(verify(entries)).rejects.toThrow("its checksum is wrong");
  await expect(verify([first, rows, picture])).rejects.toThrow("its end is missing");
  await expect(verify([first, rows, picture, end, picture])).rejects.toThrow("something follows its end");
});

test("refuses a format that only a newer version of the shop reads", async () => {
  await expect(verify(backupOf(NEWEST + 1))).rejects.toThrow(
    "made by a newer version of the shop: update the shop first",
  );
});
