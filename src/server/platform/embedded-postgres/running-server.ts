import { rename } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { connectToShop, databaseName, finalRefusal, superuser } from "./connection.ts";
import { logFile } from "./data-folder.ts";
import { diskFull, EmbeddedPostgresError } from "./errors.ts";
import { folderLock, type LaunchedServer, launchServer, type ServerSetup } from "./launch-server.ts";
import { makePlace, removePlace, restorePlace, samePlace } from "./listening-place.ts";
import { isAlive, isPostmasterOf, type Place, pidFile, readPidFile } from "./postmaster.ts";
import { saysDiskFull } from "./run-command.ts";
import { stopServer } from "./stop-server.ts";

export interface RequestTimeouts {
  progress(line: string): void;
  signal: AbortSignal;
  /** For a server that somebody else started; our own may take ten times as long to recover from a crash. */
  patienceMs: number;
}

export interface RunningServer {
  client: Client;
  place: Place;
  /** Undefined for a server that was found running. */
  launched: LaunchedServer | undefined;
}

/** Finds the folder's server or starts one, there where an earlier one listened if that is given. */
export async function ensureServer(
  setup: ServerSetup,
  password: string,
  patience: RequestTimeouts,
  wanted?: Place,
): Promise<RunningServer> {
  const { folder } = setup;
  const deadline = Date.now() + patience.patienceMs;
  for (;;) {
    patience.signal.throwIfAborted();
    const recorded = await readPidFile(folder);
    if (recorded && (await isPostmasterOf(recorded.pid, folder))) {
      const { pid, place } = recorded;
      const gone = async () => !(await isPostmasterOf(pid, folder));
      const client = place && (await waitForAnswer(folder, place, password, gone, patience, deadline));
      if (client) return { client, place, launched: undefined };
      if (Date.now() > deadline) throw notAnswering(folder, pid);
    } else {
      const lock = await folderLock(setup);
      if (lock !== "held") {
        if (recorded) await clearAfterCrash(folder, recorded.pid, recorded.place, wanted);
        const running = await launchAndConnect(setup, password, patience, lock === "free", wanted);
        if (running) return running;
      }
      if (Date.now() > deadline) throw heldElsewhere(folder);
    }
    await delay(100, undefined, { signal: patience.signal });
  }
}

/** Undefined when another server was quicker, or processes of a killed one still have to end: worth trying again. */
async function launchAndConnect(
  setup: ServerSetup,
  password: string,
  patience: RequestTimeouts,
  withFolderLock: boolean,
  wanted: Place | undefined,
): Promise<RunningServer | undefined> {
  const { folder, account } = setup;
  if (wanted) await restorePlace(wanted, account);
  const place = wanted ?? (await makePlace(folder, account));
  let launched: LaunchedServer | undefined;
  let client: Client | undefined;
  try {
    launched = await launchServer(setup, place, withFolderLock);
    const deadline = Date.now() + 10 * patience.patienceMs;
    client = await waitForAnswer(folder, place, password, launched.hasEnded, patience, deadline);
    if (client) return { client, place, launched };
    if (await launched.wasLockedOut()) return undefined;
    throw didNotStart(folder, await launched.complaint());
  } finally {
    if (!client) {
      if (launched && !(await launched.hasEnded())) await stopServer(setup, launched);
      if (!wanted) await removePlace(place);
    }
  }
}

/** Undefined when the server has gone, or has not answered in time. */
async function waitForAnswer(
  folder: string,
  place: Place,
  password: string,
  gone: () => Promise<boolean>,
  { progress, signal }: RequestTimeouts,
  deadline: number,
): Promise<Client | undefined> {
  let announceAt = Date.now() + 2_000;
  for (;;) {
    try {
      return await connectToShop({ ...place, user: superuser, password, database: databaseName });
    } catch (error) {
      const refusal = finalRefusal(error, folder);
      if (refusal) throw refusal;
    }
    if ((await gone()) || Date.now() > deadline) return undefined;
    if (Date.now() > announceAt) {
      progress(`Waiting for the database in ${folder} to answer; after a crash it first repairs itself.`);
      announceAt = Date.now() + 10_000;
    }
    await delay(100, undefined, { signal });
  }
}

/** Called only when the folder was seen to be free: its server is dead, and its process number may be used again. */
async function clearAfterCrash(folder: string, pid: number, place?: Place, wanted?: Place): Promise<void> {
  // PostgreSQL replaces the file of a dead process itself, but trusts one whose number is alive.
  if (isAlive(pid)) await rename(pidFile(folder), `${pidFile(folder)}.stale`);
  if (place && !(wanted && samePlace(place, wanted))) await removePlace(place);
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

function didNotStart(folder: string, complaint: string): EmbeddedPostgresError {
  if (saysDiskFull(complaint)) return new EmbeddedPostgresError(diskFull(folder));
  return new EmbeddedPostgresError(
    `The database in ${folder} did not start (${complaint.replace(/\.$/, "")}): read its log ${logFile(folder)}, ` +
      "restore the folder from a backup or set another DATA_DIR (nothing in it was changed or deleted).",
  );
}
