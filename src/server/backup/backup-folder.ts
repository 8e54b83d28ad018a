import { access, constants, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";

export const PART_SUFFIX = ".part";
/** A nightly backup, whole or not. */
const NIGHTLY = /^nakshatra-\d{8}T\d{6}Z\.tar\.zst/;

const reasons: Record<string, string> = {
  ENOTDIR: "something in its path is not a folder",
  EEXIST: "there is a file of that name",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its disk is read-only",
  ENAMETOOLONG: "its path is too long",
  ELOOP: "its path is a circle of links",
};

/** Makes the folder of nightly backups if need be. Returns what is wrong with it, in words. */
export async function prepareFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // A disk without space is no wrong setting.
    return code === "ENOSPC" || code === "EDQUOT" ? undefined : (reasons[code] ?? message);
  }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Removes what killed backups left beside `file`. Those of nightly backups go with the next one. */
export async function removeLeftovers(file: string) {
  const folder = path.dirname(file);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, base = "", pid] = /^(.+)\.(\d+)\.part$/.exec(name) ?? [];
    const isBackup = base === path.basename(file) || (base.endsWith(".tar.zst") && !NIGHTLY.test(base));
    if (isBackup && !isRunning(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}

/** Deletes all nightly backups but the newest `keep`, and what killed ones left. */
export async function deleteOld(folder: string, keep: number) {
  const names = (await readdir(folder)).filter((name) => NIGHTLY.test(name)).sort();
  const newest = names.filter((name) => !name.endsWith(PART_SUFFIX)).slice(-keep);
  for (const name of names) if (!newest.includes(name)) await rm(path.join(folder, name), { force: true });
}
