import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, open, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Account, runnerFor } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { superuser } from "./connection.ts";
import { isUnused, passwordFile } from "./data-folder.ts";
import { diskFull, EmbeddedPostgresError, errorCode } from "./errors.ts";
import { isAlive } from "./postmaster.ts";
import { complaintIn, runCommand, saysDiskFull } from "./run-command.ts";

/** Long enough for an initdb to end by itself whose shop was killed. */
const leftoverAgeMs = 60_000;

/**
 * The database is made in a workshop beside its place and moved there when complete, password and all,
 * so that a half-made one never carries the name. Where two shops do this at once, the first to move wins.
 */
export async function createDataFolder(
  folder: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<void> {
  const workshop = await mkdtemp(`${folder}.new-${process.pid}-`);
  try {
    const data = join(workshop, "data");
    const password = join(workshop, "password");
    await mkdir(data, { mode: 0o700 });
    await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    if (account) for (const path of [data, password, workshop]) await chown(path, account.uid, account.gid);
    await runInitdb(folder, data, password, account, binaries);
    await rename(password, passwordFile(data));
    await moveIntoPlace(data, folder);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function runInitdb(
  folder: string,
  data: string,
  password: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<void> {
  const runAs = await runnerFor(account, data, binaries);
  const { code, output } = await runCommand(
    runAs(binaries.initdb, [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // The builtin provider gives the same order on every machine and needs no locale of the system.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
    ]),
  );
  if (code === 0) return;
  if (saysDiskFull(output)) throw new EmbeddedPostgresError(diskFull(folder));
  throw new EmbeddedPostgresError(
    `The new database for ${folder} could not be made (${complaintIn(output)}): ` +
      "correct that, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

async function moveIntoPlace(data: string, folder: string): Promise<void> {
  try {
    // Windows does not move a folder onto an empty one; rmdir removes nothing that holds anything.
    if (process.platform === "win32") await rmdir(folder).catch(() => undefined);
    await rename(data, folder);
  } catch (error) {
    const lostTheRace = ["ENOTEMPTY", "EEXIST", "EPERM"].includes(errorCode(error) ?? "") && !(await isUnused(folder));
    if (lostTheRace) return;
    throw error;
  }
  if (process.platform !== "win32") await flushFolder(dirname(folder));
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** A shop killed during its first start leaves its workshop behind; nothing with another name is touched. */
export async function removeLeftovers(folder: string): Promise<void> {
  const parent = dirname(folder);
  const prefix = `${basename(folder)}.new-`;
  for (const name of await readdir(parent)) {
    const maker = name.startsWith(prefix) ? /^(\d+)-\w{6}$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (!maker || isAlive(Number(maker))) continue;
    const path = join(parent, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs < leftoverAgeMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
