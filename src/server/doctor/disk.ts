import { statfs } from "node:fs/promises";
import type { CheckContext } from "./deps.ts";
import { type Finding, look } from "./finding.ts";

const MEBIBYTE = 1024 * 1024;
const LEAST_FREE = 1024 * MEBIBYTE;
const LEAST_FREE_INODES = 10_000;

/** Disk: room for orders, pictures and mails to come. */
export async function examineDisk({ dataDir }: CheckContext): Promise<Finding[]> {
  const { bavail, bsize, ffree, files } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free < LEAST_FREE)
    return [
      look(
        `Only ${Math.floor(free / MEBIBYTE)} MB are free where DATA_DIR lies. Make room, or the shop soon takes no orders and no pictures.`,
      ),
    ];
  // Some file systems do not count them.
  if (files > 0 && ffree < LEAST_FREE_INODES)
    return [
      look(
        `Only ${ffree} more files fit where DATA_DIR lies. Delete files, or the shop soon takes no orders and no pictures.`,
      ),
    ];
  return [];
}
