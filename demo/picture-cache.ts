import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Images, PreparedImage } from "../src/server/images/service.ts";

const root = path.resolve(import.meta.dirname, "..");
const cache = path.join(root, ".cache/demo-pictures");

/**
 * Renders drawings with a cache on disk, since a test run opens several new shops.
 * The cache key is the drawing and the source of the encoder.
 */
export async function createCachedRenderer({ prepareDrawing }: Images) {
  const encoder = await readFile(path.join(root, "src/server/images/prepare.ts"));
  await mkdir(cache, { recursive: true }).catch(() => {});

  return async (svg: string): Promise<PreparedImage> => {
    const file = path.join(cache, createHash("sha256").update(encoder).update(svg).digest("hex"));
    try {
      return deserialize(await readFile(file));
    } catch {
      const picture = await prepareDrawing(svg);
      const temporary = `${file}.${process.pid}`;
      // A read-only installation has no cache.
      await writeFile(temporary, serialize(picture)).then(
        () => rename(temporary, file),
        () => {},
      );
      return picture;
    }
  };
}
