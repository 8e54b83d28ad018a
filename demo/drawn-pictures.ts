import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Images, PreparedImage } from "../src/server/images/service.ts";

const root = path.resolve(import.meta.dirname, "..");
const cache = path.join(root, ".cache/demo-pictures");

/**
 * Draws pictures, and keeps what was drawn for the next new shop on this machine: a test run opens several.
 * A picture is known by its drawing and by the code that encodes it.
 */
export async function createPainter({ prepareDrawing }: Images) {
  const encoder = await readFile(path.join(root, "src/server/images/prepare.ts"));
  await mkdir(cache, { recursive: true }).catch(() => {});

  return async (svg: string): Promise<PreparedImage> => {
    const file = path.join(cache, createHash("sha256").update(encoder).update(svg).digest("hex"));
    try {
      return deserialize(await readFile(file));
    } catch {
      const picture = await prepareDrawing(svg);
      const part = `${file}.${process.pid}`;
      // Where nothing can be kept, as in a read-only installation, it is drawn anew each time.
      await writeFile(part, serialize(picture)).then(
        () => rename(part, file),
        () => {},
      );
      return picture;
    }
  };
}
