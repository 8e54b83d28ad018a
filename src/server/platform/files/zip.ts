import { Buffer } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** For content that is compressed already. */
  isStored?: boolean;
}

/** A zip file in chunks. An entry is read when the one before it is written, so memory stays flat. */
export async function* toZip(entries: AsyncIterable<ZipEntry>, mtime: Date) {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { name, content, isStored } of entries) {
    const file = Object.assign(isStored ? new ZipPassThrough(name) : new ZipDeflate(name), { mtime });
    zip.add(file);
    for await (const part of content) {
      file.push(typeof part === "string" ? Buffer.from(part) : part);
      // It is compressed in blocks of about 64 KB: two milliseconds of work before other requests get their turn.
      if (chunks.length > 0) await nextTurn();
      yield* chunks.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks;
}
