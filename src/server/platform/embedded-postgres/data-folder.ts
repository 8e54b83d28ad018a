import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { syncFolder } from "../files/file-store.ts";
import { EmbeddedPostgresError, explainMessage, hasCode } from "./errors.ts";
import { isAlive } from "./postmaster.ts";
import { type Account, type Binaries, findErrorLine, type RunAs, runCommand } from "./programs.ts";
import { superuser } from "./roles.ts";

/** Inside the data folder, so that it moves with the database. */
const passwordFile = (folder: string) => join(folder, "nakshatra.password");
export const logFile = (folder: string) => join(folder, "nakshatra.log");

/** Long enough for an initdb to finish after its shop was killed. */
const MIN_LEFTOVER_AGE_MS = 60_000;

export interface DataFolder {
  folder: string;
  account: Account | undefined;
  binaries: Binaries;
  runAs: RunAs;
}

/** The real path, so that paths can be compared. */
export async function resolveDataFolder(input: string) {
  const folder = resolve(input);
  await fs.mkdir(dirname(folder), { recursive: true });
  const parent = await fs.realpath(dirname(folder));
  return fs.realpath(folder).catch(() => join(parent, basename(folder)));
}

async function isUnused(folder: string) {
  try {
    return (await fs.readdir(folder)).length === 0;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    throw error;
  }
}

export async function prepareDataFolder(data: DataFolder, majorVersion: string, progress: (line: string) => void) {
  const { folder, account } = data;
  await removeLeftovers(folder);
  if (!account) await checkOwner(folder);
  if (await isUnused(folder)) {
    progress(`Making a new database in ${folder}.`);
    await createDatabase(data);
  }
  await checkVersion(folder, majorVersion);
  await fixOwnership(folder, account);
}

async function checkVersion(folder: string, majorVersion: string) {
  const version = await fs.readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "");
  if (!version)
    throw new EmbeddedPostgresError(
      `The folder ${folder} exists but does not hold a complete PostgreSQL database (it has no PG_VERSION): move it away or set another DATA_DIR (nothing in it was changed).`,
    );
  if (version.trim() !== majorVersion)
    throw new EmbeddedPostgresError(
      `The database in ${folder} was made by PostgreSQL ${version.trim()} and this shop brings PostgreSQL ${majorVersion}: start it with the shop's earlier version, or set another DATA_DIR (nothing in it was changed).`,
    );
}

async function checkOwner(folder: string) {
  const owner = await fs.stat(folder).catch(() => undefined);
  const uid = process.getuid?.();
  if (!owner || owner.uid === uid) return;
  throw new EmbeddedPostgresError(
    `The database folder ${folder} belongs to another user (${owner.uid}), so the shop was first started as that user or as root: start it that way again, or give the folder to this user with \`sudo chown -R ${uid} ${folder}\`.`,
  );
}

/** PostgreSQL requires its own user and mode 0700; a restored backup often has neither. */
async function fixOwnership(folder: string, account: Account | undefined) {
  const { uid, mode } = await fs.stat(folder);
  if (account && uid === 0) {
    const entries = await fs.readdir(folder, { recursive: true });
    for (const entry of ["", ...entries]) await fs.lchown(join(folder, entry), account.uid, account.gid);
  }
  if (mode & 0o027) await fs.chmod(folder, 0o700);
}

export async function readPassword(folder: string) {
  try {
    return (await fs.readFile(passwordFile(folder), "utf8")).trim();
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    throw new EmbeddedPostgresError(
      `The database in ${folder} has lost its password file ${passwordFile(folder)}: put it back from a backup of that folder, or set another DATA_DIR (nothing in it was changed).`,
    );
  }
}

/**
 * Creates the database in a staging folder and renames it when complete, so that a partial one never has the final name.
 * If two processes start concurrently, the first rename wins.
 */
async function createDatabase({ folder, account, binaries, runAs }: DataFolder) {
  const staging = await fs.mkdtemp(`${folder}.new-${process.pid}-`);
  try {
    const data = join(staging, "data");
    const password = join(staging, "password");
    await fs.mkdir(data, { mode: 0o700 });
    await fs.writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    if (account) for (const path of [data, password, staging]) await fs.chown(path, account.uid, account.gid);
    const { code, output } = await runCommand(
      runAs(binaries.initdb, [
        `--pgdata=${data}`,
        `--username=${superuser}`,
        `--pwfile=${password}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // The builtin provider sorts the same on every machine and needs no system locale.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--data-checksums",
      ]),
    );
    if (code !== 0)
      throw explainMessage(
        output,
        folder,
        `The new database for ${folder} could not be made (${findErrorLine(output)}): correct that, or set DATABASE_URL to a PostgreSQL of your own.`,
      );
    await fs.rename(password, passwordFile(data));
    await fs.rename(data, folder).catch(async (error: unknown) => {
      const hasLostTheRace = hasCode(error, "ENOTEMPTY", "EEXIST") && !(await isUnused(folder));
      if (!hasLostTheRace) throw error;
    });
    await syncFolder(dirname(folder));
  } finally {
    await fs.rm(staging, { recursive: true, force: true });
  }
}

/** Removes staging folders of shops that were killed during their first start. */
async function removeLeftovers(folder: string) {
  const parent = dirname(folder);
  const prefix = `${basename(folder)}.new-`;
  for (const name of await fs.readdir(parent)) {
    const creatorPid = name.startsWith(prefix) ? /^(\d+)-\w{6}$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (!creatorPid || isAlive(Number(creatorPid))) continue;
    const path = join(parent, name);
    const found = await fs.stat(path).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < MIN_LEFTOVER_AGE_MS) continue;
    await fs.rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
