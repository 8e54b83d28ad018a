import { chmod, lchown, mkdir, readdir, readFile, realpath, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError, errorCode } from "./errors.ts";

/** Inside the data folder, so that it moves with the database. */
export const passwordFile = (folder: string) => join(folder, "nakshatra.password");
export const logFile = (folder: string) => join(folder, "nakshatra.log");

export async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The real path, so that paths can be compared. */
export async function resolveDataFolder(input: string): Promise<string> {
  const folder = resolve(input);
  await mkdir(dirname(folder), { recursive: true });
  try {
    return await realpath(folder);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return join(await realpath(dirname(folder)), basename(folder));
  }
}

/** True if the folder is missing or empty. */
export async function isUnused(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return true;
    if (errorCode(error) === "EACCES") await assertOwner(folder);
    throw error;
  }
}

/** Throws unless these binaries can open the folder. Changes nothing. */
export async function checkDataFolder(folder: string, majorVersion: string): Promise<void> {
  const version = (await readIfExists(join(folder, "PG_VERSION")))?.trim();
  if (!version) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} exists but does not hold a complete PostgreSQL database (it has no PG_VERSION): ` +
        "move it away or set another DATA_DIR (nothing in it was changed).",
    );
  }
  if (version !== majorVersion) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} was made by PostgreSQL ${version} and this shop brings PostgreSQL ` +
        `${majorVersion}: start it with the shop's earlier version, or set another DATA_DIR (nothing in it was changed).`,
    );
  }
}

/** PostgreSQL requires its own user and mode 0700; a restored backup often has neither. */
export async function fixOwnership(folder: string, account: Account | undefined): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (account && uid === 0) await chownTree(folder, account);
  if (!account) await assertOwner(folder);
  if (mode & 0o027) await chmod(folder, 0o700);
}

async function chownTree(path: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), uid, gid);
  await lchown(path, uid, gid);
}

async function assertOwner(folder: string): Promise<void> {
  if (process.getuid?.() === 0) return;
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
    // A container may run with a uid that has no name.
    return String(process.getuid?.());
  }
}

export async function readPassword(folder: string): Promise<string> {
  const password = await readIfExists(passwordFile(folder));
  if (password !== undefined) return password.trim();
  throw new EmbeddedPostgresError(
    `The database in ${folder} has lost its password file ${passwordFile(folder)}: ` +
      "put it back from a backup of that folder, or set another DATA_DIR (nothing in it was changed).",
  );
}
