import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

/** Where uploaded files live. A name is flat: letters, digits, dots and dashes, no folders. */
export interface FileStore {
  put(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
}

/** A store that lies elsewhere: its files reach a browser through the shop. */
export interface DistantFileStore extends FileStore {
  /** A file while it arrives. A name that is not there is an error with the code ENOENT. */
  open(name: string): Promise<{ stream: Readable; bytes: number }>;
}

export function localFileStore(folder: string): FileStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const target = path.join(folder, name);
      const file = await open(`${target}.part`, "w");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      // Under its real name a file is always whole, whenever the process ends.
      await rename(`${target}.part`, target);
    },
    read: (name) => readFile(path.join(folder, name)),
    async remove(name) {
      await rm(path.join(folder, name), { force: true });
      await rm(path.join(folder, `${name}.part`), { force: true });
    },
  };
}
