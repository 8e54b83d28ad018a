import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { accountForExistingFolder, accountForNewFolder, runnerFor } from "./account.ts";
import { findBinaries, readMajorVersion } from "./binaries.ts";
import { databaseName, type Login, superuser, takeShopLock } from "./connection.ts";
import { createDataFolder, removeLeftovers } from "./create-database.ts";
import { checkDataFolder, isUnused, readPassword, resolveDataFolder, settleOwnership } from "./data-folder.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { keepRunning } from "./keep-running.ts";
import type { ServerSetup } from "./launch-server.ts";
import { ensureServer, type RequestTimeouts, type RunningServer } from "./running-server.ts";
import { stopServer } from "./stop-server.ts";

export interface EmbeddedOptions {
  /** DATA_DIR/postgres; everything the database keeps is in it. */
  folder: string;
  progress(line: string): void;
  /** Further settings of the server, such as `{ fsync: "off" }` in tests. */
  settings?: Record<string, string>;
  /** Gives up a start that is under way. */
  signal?: AbortSignal;
  /** How long to wait for a database that is found running but does not answer yet. */
  patienceMs?: number;
}

export interface EmbeddedPostgres {
  connection: Login;
  version: string;
  stop(): Promise<void>;
}

/** Brings up the shop's own PostgreSQL and keeps it running until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const stopping = new AbortController();
  const patience = { progress: options.progress, patienceMs: options.patienceMs ?? 60_000 };
  try {
    const setup = await prepare(options);
    const password = await readPassword(setup.folder);
    const signal = options.signal ?? stopping.signal;
    const { running, version } = await claimServer(setup, password, { ...patience, signal });
    const keeper = keepRunning(setup, password, { ...patience, signal: stopping.signal }, running);
    let stopped: Promise<void> | undefined;
    return {
      connection: { ...running.place, user: superuser, password, database: databaseName },
      version,
      stop: () => {
        stopping.abort();
        stopped ??= keeper.stop();
        return stopped;
      },
    };
  } catch (error) {
    throw explainFileError(error, options.folder);
  }
}

/** Everything up to the moment where a server can be started. */
async function prepare({ folder: given, progress, settings = {} }: EmbeddedOptions): Promise<ServerSetup> {
  const binaries = await findBinaries();
  const majorVersion = await readMajorVersion(binaries);
  const folder = await resolveDataFolder(given);
  await removeLeftovers(folder);
  if (await isUnused(folder)) {
    progress(`Making a new database in ${folder}.`);
    await createDataFolder(folder, await accountForNewFolder(), binaries);
  }
  await checkDataFolder(folder, majorVersion);
  const account = await accountForExistingFolder(folder);
  await settleOwnership(folder, account);
  return { folder, account, binaries, runAs: await runnerFor(account, folder, binaries), settings };
}

/** Makes this the one shop on the database. */
async function claimServer(
  setup: ServerSetup,
  password: string,
  patience: RequestTimeouts,
): Promise<{ running: RunningServer; version: string }> {
  for (let tries = 5; ; tries -= 1) {
    const running = await ensureServer(setup, password, patience);
    try {
      return { running, version: await takeOwnership(setup.folder, running.client) };
    } catch (error) {
      await running.client.end();
      if (error instanceof EmbeddedPostgresError) throw error;
      if (running.launched) await stopServer(setup, running.launched);
      // The shop before this one may have stopped its server just now.
      if (tries === 0) throw error;
    }
  }
}

async function takeOwnership(folder: string, client: Client): Promise<string> {
  // A shop that was killed a moment ago may still hold the lock until the server notices.
  for (let tries = 10; !(await takeShopLock(client)); tries -= 1) {
    if (tries === 0) throw alreadyInUse(folder);
    await delay(100);
  }
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

function alreadyInUse(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${folder} is already in use by another running shop (DATA_DIR ${dirname(folder)}): ` +
      "stop that shop first, or start this one with another DATA_DIR.",
  );
}
