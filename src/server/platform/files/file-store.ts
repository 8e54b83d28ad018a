import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

/** Stores uploaded files. Names are flat: letters, digits, dots and dashes, no folders. */
export interface FileStore {
  put(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
}

/** A store on another host: the shop proxies its files to browsers. */
export interface RemoteFileStore extends FileStore {
  open(name: string): Promise<{ stream: Readable; bytes: number }>;
}

/** All stores throw ENOENT for a missing file, like `node:fs`. */
export const isNotFound = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

export const isDiskFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes((error as { code: string }).code);

/** Makes the renames in a folder durable. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

export function localFileStore(folder: string): FileStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const target = path.join(folder, name);
      await writeFile(`${target}.part`, bytes, { flush: true });
      // The rename is atomic: a crash leaves a whole file or only the `.part` file.
      await rename(`${target}.part`, target);
    },
    read: (name) => readFile(path.join(folder, name)),
    async remove(name) {
      await rm(path.join(folder, name), { force: true });
      await rm(path.join(folder, `${name}.part`), { force: true });
    },
  };
}
