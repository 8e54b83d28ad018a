import { rename } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "pg";
import { connectToShop, permanentError } from "./connection.ts";
import { logFile } from "./data-folder.ts";
import { diskFullMessage, EmbeddedPostgresError } from "./errors.ts";
import { isAlive, isPostmasterOf, type Postmaster, pidFile, readPidFile, type SocketAddress } from "./postmaster.ts";
import { toLogins } from "./roles.ts";
import { isDiskFull } from "./run-command.ts";
import { folderLock, type LaunchedServer, launchServer, type ServerSetup, stopServer } from "./server-process.ts";
import { createSocketFolder, removeSocketFolder, restoreSocketFolder } from "./socket-address.ts";

export interface RunningServer {
  client: Client;
  address: SocketAddress;
  /** Undefined if the server was already running. */
  launched: LaunchedServer | undefined;
}

/** Finds the folder's server or starts one, at the address of an earlier one if given. */
export async function ensureServer(setup: ServerSetup, earlierAddress?: SocketAddress): Promise<RunningServer> {
  const { folder, stopping } = setup;
  const deadline = Date.now() + setup.readyTimeoutMs;
  for (;;) {
    const recorded = await readPidFile(folder);
    if (recorded && (await isPostmasterOf(recorded.pid, folder))) {
      const { pid, address } = recorded;
      const hasEnded = async () => !(await isPostmasterOf(pid, folder));
      const client = address && (await waitForConnection(setup, address, hasEnded, deadline));
      if (client) return { client, address, launched: undefined };
      if (Date.now() > deadline) throw notAnswering(folder, pid);
    } else {
      const lock = await folderLock(setup);
      if (lock !== "held") {
        if (recorded) await clearAfterCrash(folder, recorded, earlierAddress);
        const running = await launchAndConnect(setup, lock === "free", earlierAddress);
        if (running) return running;
      }
      if (Date.now() > deadline) throw heldElsewhere(folder);
    }
    await delay(100, undefined, { signal: stopping.signal });
  }
}

/** Undefined if a retry makes sense: another server was quicker, or processes of a killed one are still ending. */
async function launchAndConnect(
  setup: ServerSetup,
  withFolderLock: boolean,
  earlierAddress: SocketAddress | undefined,
): Promise<RunningServer | undefined> {
  const { folder, account, readyTimeoutMs } = setup;
  if (earlierAddress) await restoreSocketFolder(earlierAddress, account);
  const address = earlierAddress ?? (await createSocketFolder(folder, account));
  let launched: LaunchedServer | undefined;
  let client: Client | undefined;
  try {
    launched = await launchServer(setup, address, withFolderLock);
    client = await waitForConnection(setup, address, launched.hasEnded, Date.now() + 10 * readyTimeoutMs);
    if (client) return { client, address, launched };
    if (await launched.wasLockedOut()) return undefined;
    throw didNotStart(folder, await launched.errorLine());
  } finally {
    if (!client) {
      if (launched && !launched.hasEnded()) await stopServer(folder, launched);
      if (!earlierAddress) await removeSocketFolder(address);
    }
  }
}

/** Undefined if the server has ended or did not answer in time. */
async function waitForConnection(
  { folder, password, progress, stopping }: ServerSetup,
  address: SocketAddress,
  hasEnded: () => boolean | Promise<boolean>,
  deadline: number,
): Promise<Client | undefined> {
  let announceAt = Date.now() + 2_000;
  for (;;) {
    try {
      return await connectToShop(toLogins(address, password).superuser);
    } catch (error) {
      const refusal = permanentError(error, folder);
      if (refusal) throw refusal;
    }
    if ((await hasEnded()) || Date.now() > deadline) return undefined;
    if (Date.now() > announceAt) {
      progress(`Waiting for the database in ${folder} to answer; after a crash it first repairs itself.`);
      announceAt = Date.now() + 10_000;
    }
    await delay(100, undefined, { signal: stopping.signal });
  }
}

/** Call only if the folder is free: its server is dead, and its pid may be reused. */
async function clearAfterCrash(
  folder: string,
  { pid, address }: Postmaster,
  earlierAddress: SocketAddress | undefined,
): Promise<void> {
  // PostgreSQL replaces a stale pid file itself, unless the pid is alive again.
  if (isAlive(pid)) await rename(pidFile(folder), `${pidFile(folder)}.stale`);
  if (address && !isDeepStrictEqual(address, earlierAddress)) await removeSocketFolder(address);
}

function notAnswering(folder: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A database is still running on ${folder} (process ${pid}) but does not answer: ` +
      `wait for it to end or stop it with \`kill -INT ${pid}\`, then start the shop again; its log is ${logFile(folder)}.`,
  );
}

function heldElsewhere(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database folder ${folder} is in use by a database outside this shop's sight, in another container perhaps: ` +
      "stop the shop that uses it, or set another DATA_DIR.",
  );
}

function didNotStart(folder: string, errorLine: string): EmbeddedPostgresError {
  if (isDiskFull(errorLine)) return new EmbeddedPostgresError(diskFullMessage(folder));
  return new EmbeddedPostgresError(
    `The database in ${folder} did not start (${errorLine.replace(/\.$/, "")}): read its log ${logFile(folder)}, ` +
      "restore the folder from a backup or set another DATA_DIR (nothing in it was changed or deleted).",
  );
}
