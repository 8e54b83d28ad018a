import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { prepareDataFolder, readPassword, resolveDataFolder } from "./data-folder.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { findPostmaster, removeSocketFolder } from "./postmaster.ts";
import { chooseAccount, chooseRunAs, findBinaries, readMajorVersion } from "./programs.ts";
import { chooseShopLogin, ensureRoles, type Login, type Logins, takeShopLock, toLogins } from "./roles.ts";
import { ensureServer, openLog, type RunningServer, type ServerSetup, stopServer } from "./server.ts";

export interface EmbeddedOptions {
  /** DATA_DIR/postgres. */
  folder: string;
  progress(line: string): void;
  /** Additional server settings, such as `{ fsync: "off" }` in tests. */
  settings?: Record<string, string>;
  /** How long to wait for a running server that does not answer yet. */
  readyTimeoutMs?: number;
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;
const STABLE_MS = 60_000;

export async function startEmbeddedPostgres(options: EmbeddedOptions) {
  try {
    const setup = await prepare(options);
    const { running, version } = await claimServer(setup);
    const logins = toLogins(running.address, setup.password);
    return { logins, version, stop: keepRunning(setup, running) };
  } catch (error) {
    throw explainFileError(error, options.folder);
  }
}
export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

export async function findRunningLogins(dataFolder: string): Promise<Logins | undefined> {
  const folder = await resolveDataFolder(dataFolder);
  const running = await findPostmaster(folder);
  return running?.address && toLogins(running.address, await readPassword(folder));
}

export async function findRunningLogin(dataFolder: string): Promise<Login | undefined> {
  const logins = await findRunningLogins(dataFolder);
  return logins && chooseShopLogin(logins);
}

async function prepare(options: EmbeddedOptions): Promise<ServerSetup> {
  const { progress, settings = {}, readyTimeoutMs = 60_000 } = options;
  const binaries = await findBinaries();
  const majorVersion = await readMajorVersion(binaries);
  const folder = await resolveDataFolder(options.folder);
  const account = await chooseAccount(folder);
  const runAs = await chooseRunAs(account, dirname(folder), binaries);
  const data = { folder, account, binaries, runAs };
  await prepareDataFolder(data, majorVersion, progress);
  const password = await readPassword(folder);
  return { ...data, settings, password, progress, stopping: new AbortController(), readyTimeoutMs };
}

async function claimServer(setup: ServerSetup): Promise<{ running: RunningServer; version: string }> {
  for (let tries = 5; ; tries -= 1) {
    const running = await ensureServer(setup);
    const { client, address } = running;
    try {
      await claimShopLock(setup.folder, client);
      await ensureRoles(client, toLogins(address, setup.password), setup.folder);
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      return { running, version: rows[0]?.server_version ?? "" };
    } catch (error) {
      await client.end();
      // A previous shop may have stopped its server just now.
      if (error instanceof EmbeddedPostgresError || tries === 0) throw error;
    }
  }
}

/** Only one shop may use the database. The lock of a killed shop is held until the server notices. */
async function claimShopLock(folder: string, client: Client) {
  for (let tries = 10; !(await takeShopLock(client)); tries -= 1) {
    if (tries === 0)
      throw new EmbeddedPostgresError(
        `The database in ${folder} is already in use by another running shop (DATA_DIR ${dirname(folder)}): stop that shop first, or start this one with another DATA_DIR.`,
      );
    await delay(100);
  }
}

/**
 * Watches the connection that holds the shop's lock. It ends whenever the server ends, even if the server is not a child
 * of this process; the server is then restarted at the same address. Returns the function that stops it.
 */
function keepRunning(setup: ServerSetup, first: RunningServer): () => Promise<void> {
  const { folder, progress, stopping } = setup;
  const { signal } = stopping;
  let { client } = first;
  let isTakenOver = false;
  let recovery = Promise.resolve();
  let backoffMs = 0;
  let recoveredAt = 0;

  function watch() {
    client.once("end", () => {
      if (!signal.aborted) recovery = recover();
    });
  }

  async function recover() {
    progress("The database has gone away; bringing it back.");
    if (Date.now() - recoveredAt > STABLE_MS) backoffMs = 0;
    while (!signal.aborted) {
      try {
        // The first attempt is immediate, so that no other shop takes the folder.
        await delay(backoffMs, undefined, { signal });
        backoffMs = Math.min(2 * backoffMs || FIRST_BACKOFF_MS, MAX_BACKOFF_MS);
        client = (await ensureServer(setup, first.address)).client;
        isTakenOver = !(await takeShopLock(client));
        if (isTakenOver) throw new Error("another shop has taken it over; stop one of the two.");
        recoveredAt = Date.now();
        progress("The database is running again.");
        return watch();
      } catch (error) {
        await client.end();
        if (!signal.aborted)
          progress(`The database is not back yet: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  async function stop() {
    stopping.abort();
    clearInterval(logTimer);
    await recovery;
    if (isTakenOver) return;
    const running = await findPostmaster(folder);
    // Hold the lock to the end: no other shop may use a server that is stopping.
    if (!running || (await stopServer(folder, running.pid))) await removeSocketFolder(first.address);
    else progress(`The database in ${folder} does not end; the next start will take it over.`);
    await client.end();
  }

  watch();
  // `openLog` truncates the log when it is large.
  const limitLog = async () => (await openLog(setup)).close();
  const logTimer = setInterval(() => limitLog().catch(() => undefined), STABLE_MS).unref();
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}
