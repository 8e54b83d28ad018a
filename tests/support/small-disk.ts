import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./temporary-folder.ts";

const run = promisify(execFile);
const MEBIBYTE = Buffer.alloc(1024 * 1024);

/** Mounting a tmpfs needs a capability that root does not have in every container. */
export const canMount =
  process.platform === "linux" &&
  spawnSync("sh", ["-c", "d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d; e=$?; rmdir $d; exit $e"]).status ===
    0;

/** Mounts a tmpfs that a test can fill and clear. */
export async function mountSmallDisk(mebibytes: number) {
  const home = await temporaryFolder();
  await run("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=755`, "tmpfs", home.folder]);
  const ballast = path.join(home.folder, "ballast");
  return {
    folder: home.folder,
    async fill() {
      const file = createWriteStream(ballast);
      const full = once(file, "error");
      const write = () => file.write(MEBIBYTE, (error) => !error && write());
      write();
      await full;
    },
    clear: () => rm(ballast, { force: true }),
    async remove() {
      await run("umount", ["--lazy", home.folder]);
      await home.remove();
    },
  };
}
