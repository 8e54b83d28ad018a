import { Buffer } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** For content that is compressed already. */
  isStored?: boolean;
}

/** So much is compressed before other requests get their turn: about two milliseconds of work. */
const TURN_BYTES = 64 * 1024;

/** A zip file in chunks. An entry is read when the one before it is written, so memory stays flat. */
export async function* toZip(entries: AsyncIterable<ZipEntry>, mtime: Date) {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  let bytes = 0;
  for await (const { name, content, isStored } of entries) {
    const file = Object.assign(isStored ? new ZipPassThrough(name) : new ZipDeflate(name), { mtime });
    zip.add(file);
    for await (const part of content) {
      const data = typeof part === "string" ? Buffer.from(part) : part;
      file.push(data);
      yield* chunks.splice(0);
      bytes += data.length;
      if (bytes < TURN_BYTES) continue;
      bytes = 0;
      await nextTurn();
    }
    file.push(new Uint8Array(), true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks;
}
