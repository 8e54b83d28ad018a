import { chmod, lchown, mkdir, readdir, readFile, realpath, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError, errorCode } from "./errors.ts";

/** Kept inside the data folder: it comes into being and moves together with the database it opens. */
export const passwordFile = (folder: string) => join(folder, "nakshatra.password");
export const logFile = (folder: string) => join(folder, "nakshatra.log");

/** The real place, so that one folder has one name in every comparison, however it was reached. */
export async function resolveDataFolder(given: string): Promise<string> {
  const folder = resolve(given);
  await mkdir(dirname(folder), { recursive: true });
  try {
    return await realpath(folder);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return join(await realpath(dirname(folder)), basename(folder));
  }
}

/** True when there is nothing yet: no folder, or an empty one. */
export async function isUnused(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return true;
    if (errorCode(error) === "EACCES") await refuseForeignOwner(folder);
    throw error;
  }
}

/** Refuses whatever is not a database that these binaries can open, and leaves it untouched. */
export async function checkDataFolder(folder: string, majorVersion: string): Promise<void> {
  const version = await readFile(join(folder, "PG_VERSION"), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
  if (!version.trim()) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} exists but does not hold a complete PostgreSQL database (it has no PG_VERSION): ` +
        "move it away or set another DATA_DIR (nothing in it was changed).",
    );
  }
  if (version.trim() !== majorVersion) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} was made by PostgreSQL ${version.trim()} and this shop brings PostgreSQL ` +
        `${majorVersion}: start it with the shop's earlier version, or set another DATA_DIR (nothing in it was changed).`,
    );
  }
}

/** PostgreSQL insists on owning its folder and on keeping others out; a restored backup often does neither. */
export async function settleOwnership(folder: string, account: Account | undefined): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (account && uid === 0) await giveTo(folder, account);
  if (!account) await refuseForeignOwner(folder);
  if (process.platform !== "win32" && mode & 0o027) await chmod(folder, 0o700);
}

async function giveTo(path: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), uid, gid);
  await lchown(path, uid, gid);
}

async function refuseForeignOwner(folder: string): Promise<void> {
  if (process.platform === "win32" || process.getuid?.() === 0) return;
  const { uid } = await stat(folder);
  if (uid === process.getuid?.()) return;
  throw new EmbeddedPostgresError(
    `The database folder ${folder} belongs to another user (${uid}), so the shop was first started as that user or as ` +
      `root: start it that way again, or give the folder to this user with \`sudo chown -R ${userName()} ${folder}\`.`,
  );
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run with a user number that has no name.
    return String(process.getuid?.());
  }
}

export async function readPassword(folder: string): Promise<string> {
  try {
    return (await readFile(passwordFile(folder), "utf8")).trim();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    throw new EmbeddedPostgresError(
      `The database in ${folder} has lost its password file ${passwordFile(folder)}: ` +
        "put it back from a backup of that folder, or set another DATA_DIR (nothing in it was changed).",
    );
  }
}
