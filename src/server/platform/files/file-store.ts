import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

/** Stores uploaded files. Names are flat: letters, digits, dots and dashes, no folders. */
export interface FileStore {
  put(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
}

/** Sends files to browsers without a copy in memory. */
export interface ServedFileStore extends FileStore {
  open(name: string): Promise<{ stream: Readable; bytes: number }>;
}

/** Advisory lock: held shared while files are deleted, exclusively by a backup. Unique among the shop's locks. */
export const FILES_LOCK = 4_201_003;

/** All stores throw ENOENT for a missing file, like `node:fs`. */
export const isNotFound = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

export const isDiskFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes((error as { code: string }).code);

/** Makes the renames in a folder durable. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

export function localFileStore(folder: string): ServedFileStore {
  return {
    async put(name, bytes) {
      const target = path.join(folder, name);
      const write = () => writeFile(`${target}.part`, bytes, { flush: true });
      await write().catch(async (error) => {
        if (!isNotFound(error)) throw error;
        await mkdir(folder, { recursive: true });
        await write();
      });
      // The rename is atomic: a crash leaves a whole file or only the `.part` file.
      await rename(`${target}.part`, target);
    },
    read: (name) => readFile(path.join(folder, name)),
    async open(name) {
      const handle = await open(path.join(folder, name));
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), bytes: size };
    },
    async remove(name) {
      await rm(path.join(folder, name), { force: true });
      await rm(path.join(folder, `${name}.part`), { force: true });
    },
  };
}
