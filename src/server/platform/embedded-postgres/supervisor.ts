import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { accountForExistingFolder, accountForNewFolder, chooseRunAs } from "./account.ts";
import { findBinaries, readMajorVersion } from "./binaries.ts";
import { type Login, takeShopLock } from "./connection.ts";
import { createDataFolder, removeLeftovers } from "./create-database.ts";
import { checkDataFolder, fixOwnership, isUnused, readPassword, resolveDataFolder } from "./data-folder.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { keepRunning } from "./keep-running.ts";
import { findPostmaster } from "./postmaster.ts";
import { chooseShopLogin, ensureRoles, type Logins, toLogins } from "./roles.ts";
import { ensureServer, type RunningServer } from "./running-server.ts";
import { type ServerSetup, stopServer } from "./server-process.ts";

export interface EmbeddedOptions {
  /** DATA_DIR/postgres. */
  folder: string;
  progress(line: string): void;
  /** Additional server settings, such as `{ fsync: "off" }` in tests. */
  settings?: Record<string, string>;
  /** How long to wait for a running server that does not answer yet. */
  readyTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  logins: Logins;
  version: string;
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL and keeps it running until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const setup = await prepare(options);
    const { running, version } = await claimServer(setup);
    const logins = toLogins(running.address, setup.password);
    return { logins, version, stop: keepRunning(setup, running) };
  } catch (error) {
    throw explainFileError(error, options.folder);
  }
}

/** The logins of a running shop's database. */
export async function findRunningLogins(dataFolder: string): Promise<Logins | undefined> {
  const folder = await resolveDataFolder(dataFolder);
  const running = await findPostmaster(folder);
  return running?.address && toLogins(running.address, await readPassword(folder));
}

/** The login for commands beside a running shop. */
export async function findRunningLogin(dataFolder: string): Promise<Login | undefined> {
  const logins = await findRunningLogins(dataFolder);
  return logins && chooseShopLogin(logins);
}

/** Creates or checks the data folder. */
async function prepare(options: EmbeddedOptions): Promise<ServerSetup> {
  const { progress, settings = {}, readyTimeoutMs = 60_000 } = options;
  const binaries = await findBinaries();
  const majorVersion = await readMajorVersion(binaries);
  const folder = await resolveDataFolder(options.folder);
  await removeLeftovers(folder);
  if (await isUnused(folder)) {
    progress(`Making a new database in ${folder}.`);
    await createDataFolder(folder, await accountForNewFolder(), binaries);
  }
  await checkDataFolder(folder, majorVersion);
  const account = await accountForExistingFolder(folder);
  await fixOwnership(folder, account);
  const runAs = await chooseRunAs(account, folder, binaries);
  const password = await readPassword(folder);
  const stopping = new AbortController();
  return { folder, account, binaries, runAs, settings, password, progress, stopping, readyTimeoutMs };
}

/** Takes the shop lock: only one shop may use the database. */
async function claimServer(setup: ServerSetup): Promise<{ running: RunningServer; version: string }> {
  for (let tries = 5; ; tries -= 1) {
    const running = await ensureServer(setup);
    try {
      const version = await takeOwnership(setup.folder, running.client);
      await ensureRoles(running.client, toLogins(running.address, setup.password), setup.folder);
      return { running, version };
    } catch (error) {
      await running.client.end();
      if (error instanceof EmbeddedPostgresError) throw error;
      if (running.launched) await stopServer(setup.folder, running.launched);
      // A previous shop may have stopped its server just now.
      if (tries === 0) throw error;
    }
  }
}

async function takeOwnership(folder: string, client: Client): Promise<string> {
  // The lock of a killed shop is held until the server notices.
  for (let tries = 10; !(await takeShopLock(client)); tries -= 1) {
    if (tries === 0)
      throw new EmbeddedPostgresError(
        `The database in ${folder} is already in use by another running shop (DATA_DIR ${dirname(folder)}): ` +
          "stop that shop first, or start this one with another DATA_DIR.",
      );
    await delay(100);
  }
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}
