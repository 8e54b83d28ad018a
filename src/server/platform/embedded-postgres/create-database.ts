import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { syncFolder } from "../files/file-store.ts";
import { type Account, chooseRunAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { superuser } from "./connection.ts";
import { isUnused, passwordFile } from "./data-folder.ts";
import { diskFullMessage, EmbeddedPostgresError, errorCode } from "./errors.ts";
import { isAlive } from "./postmaster.ts";
import { findErrorLine, isDiskFull, runCommand } from "./run-command.ts";

/** Long enough for an initdb to finish after its shop was killed. */
const minLeftoverAgeMs = 60_000;

/**
 * Creates the database in a staging folder and renames it when complete, so that a partial one never has the final name.
 * If two processes start concurrently, the first rename wins.
 */
export async function createDataFolder(
  folder: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<void> {
  const staging = await mkdtemp(`${folder}.new-${process.pid}-`);
  try {
    const data = join(staging, "data");
    const password = join(staging, "password");
    await mkdir(data, { mode: 0o700 });
    await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    if (account) for (const path of [data, password, staging]) await chown(path, account.uid, account.gid);
    await runInitdb(folder, data, password, account, binaries);
    await rename(password, passwordFile(data));
    await renameInto(data, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function runInitdb(
  folder: string,
  data: string,
  password: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<void> {
  const runAs = await chooseRunAs(account, data, binaries);
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
  if (code === 0) return;
  if (isDiskFull(output)) throw new EmbeddedPostgresError(diskFullMessage(folder));
  throw new EmbeddedPostgresError(
    `The new database for ${folder} could not be made (${findErrorLine(output)}): ` +
      "correct that, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

async function renameInto(data: string, folder: string): Promise<void> {
  try {
    await rename(data, folder);
  } catch (error) {
    const lostTheRace = ["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "") && !(await isUnused(folder));
    if (lostTheRace) return;
    throw error;
  }
  await syncFolder(dirname(folder));
}

/** Removes staging folders of shops that were killed during their first start. */
export async function removeLeftovers(folder: string): Promise<void> {
  const parent = dirname(folder);
  const prefix = `${basename(folder)}.new-`;
  for (const name of await readdir(parent)) {
    const creatorPid = name.startsWith(prefix) ? /^(\d+)-\w{6}$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (!creatorPid || isAlive(Number(creatorPid))) continue;
    const path = join(parent, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs < minLeftoverAgeMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
