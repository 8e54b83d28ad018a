import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { type DataFolder, logFile } from "./data-folder.ts";
import { EmbeddedPostgresError, explainMessage } from "./errors.ts";
import {
  createSocketFolder,
  isAlive,
  isPostmasterOf,
  pidFile,
  readPidFile,
  removeSocketFolder,
  restoreSocketFolder,
  type SocketAddress,
} from "./postmaster.ts";
import { findErrorLine, runCommand, spawnOptions } from "./programs.ts";
import { connectToShop, permanentError, toLogins } from "./roles.ts";

export interface ServerSetup extends DataFolder {
  settings: Record<string, string>;
  password: string;
  progress(line: string): void;
  stopping: AbortController;
  /** Timeout for a server that already runs. A server that we start gets ten times as long, for crash recovery. */
  readyTimeoutMs: number;
}

export interface RunningServer {
  client: Client;
  address: SocketAddress;
}

const MAX_LOG_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
const POLL_MS = 100;
const LOCKED_EXIT_CODE = 75;
const LOCKED_MESSAGE = /lock file .* already exists|pre-existing shared memory/;

/**
 * PostgreSQL guards its folder with pids and System V memory, which do not work across containers. A file lock that the
 * server processes inherit does.
 */
const withFolderLock = (folder: string, ...command: string[]) => [
  "--no-fork",
  "--nonblock",
  `--conflict-exit-code=${LOCKED_EXIT_CODE}`,
  join(folder, "PG_VERSION"),
  ...command,
];

export async function ensureServer(setup: ServerSetup, earlierAddress?: SocketAddress): Promise<RunningServer> {
  const { folder, runAs, stopping } = setup;
  const deadline = Date.now() + setup.readyTimeoutMs;
  for (;;) {
    const recorded = await readPidFile(folder);
    if (recorded && (await isPostmasterOf(recorded.pid, folder))) {
      const { pid, address } = recorded;
      const hasEnded = async () => !(await isPostmasterOf(pid, folder));
      const client = address && (await waitForConnection(setup, address, hasEnded, deadline));
      if (client) return { client, address };
      if (Date.now() > deadline)
        throw new EmbeddedPostgresError(
          `A database is still running on ${folder} (process ${pid}) but does not answer: wait for it to end or stop it with \`kill -INT ${pid}\`, then start the shop again; its log is ${logFile(folder)}.`,
        );
    } else {
      const { code } = await runCommand(runAs("flock", withFolderLock(folder, "true")));
      if (code !== LOCKED_EXIT_CODE) {
        // PostgreSQL replaces a stale pid file itself, unless another process has got that pid.
        if (recorded && isAlive(recorded.pid)) await rename(pidFile(folder), `${pidFile(folder)}.stale`);
        if (recorded?.address && !earlierAddress) await removeSocketFolder(recorded.address);
        const running = await launch(setup, code === 0, earlierAddress);
        if (running) return running;
      }
      if (Date.now() > deadline)
        throw new EmbeddedPostgresError(
          `The database folder ${folder} is in use by a database outside this shop's sight, in another container perhaps: stop the shop that uses it, or set another DATA_DIR.`,
        );
    }
    await delay(POLL_MS, undefined, { signal: stopping.signal });
  }
}

/** Undefined if a retry makes sense: another server was quicker, or processes of a killed one are still ending. */
async function launch(
  setup: ServerSetup,
  canLock: boolean,
  earlierAddress: SocketAddress | undefined,
): Promise<RunningServer | undefined> {
  const { folder, account, binaries, runAs } = setup;
  if (earlierAddress) await restoreSocketFolder(earlierAddress, account);
  const address = earlierAddress ?? (await createSocketFolder(folder, account));
  const log = await openLog(setup);
  let pid: number | undefined;
  let client: Client | undefined;
  try {
    const { size } = await log.stat();
    const args = ["-D", folder, ...serverSettings(address, setup.settings)];
    const command = canLock
      ? runAs("flock", withFolderLock(folder, binaries.postgres, ...args))
      : runAs(binaries.postgres, args);
    const child = spawn(command.file, command.args, {
      ...spawnOptions(command),
      // A new session: Ctrl-C must reach only the shop, which stops the database last.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    // A program that could not be started has no pid.
    child.on("error", () => undefined).unref();
    pid = child.pid;
    const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    client = await waitForConnection(setup, address, hasEnded, Date.now() + 10 * setup.readyTimeoutMs);
    if (client) return { client, address };
    const { buffer, bytesRead } = await log.read(Buffer.alloc(MAX_ERROR_BYTES), 0, MAX_ERROR_BYTES, size);
    const errorLine = findErrorLine(buffer.toString("utf8", 0, bytesRead));
    if (child.exitCode === LOCKED_EXIT_CODE || LOCKED_MESSAGE.test(errorLine)) return undefined;
    throw explainMessage(
      errorLine,
      folder,
      `The database in ${folder} did not start (${errorLine.replace(/\.$/, "")}): read its log ${logFile(folder)}, restore the folder from a backup or set another DATA_DIR (nothing in it was changed or deleted).`,
    );
  } finally {
    await log.close();
    if (!client && pid) await stopServer(folder, pid);
    if (!client && !earlierAddress) await removeSocketFolder(address);
  }
}

/** Settings for a small shop on a small machine. Durability settings keep PostgreSQL's defaults. */
function serverSettings({ host, port }: SocketAddress, extra: Record<string, string>) {
  const settings = {
    listen_addresses: "",
    // The value is a list: quotes protect a comma or a space in the folder's name.
    unix_socket_directories: `"${host.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    port: String(port),
    max_connections: "100",
    shared_buffers: "64MB",
    jit: "off",
    // Parallel workers need /dev/shm, which is tiny in containers.
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // Statements and details contain personal data.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...extra,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * Opens the server's log and empties it when it is large, which is safe while the server runs because of O_APPEND.
 * O_NOFOLLOW: root must not follow a link created by the database's user.
 */
export async function openLog({ folder, account }: DataFolder) {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const log = await open(logFile(folder), flags, 0o600);
  if (account) await log.chown(account.uid, account.gid);
  if ((await log.stat()).size > MAX_LOG_BYTES) await log.truncate(0);
  return log;
}

/** Undefined if the server has ended or did not answer in time. */
async function waitForConnection(
  { folder, password, progress, stopping }: ServerSetup,
  address: SocketAddress,
  hasEnded: () => boolean | Promise<boolean>,
  deadline: number,
) {
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
    await delay(POLL_MS, undefined, { signal: stopping.signal });
  }
}

/** Stops the folder's server: fast shutdown (SIGINT), then immediate (SIGQUIT). False if it still runs. */
export async function stopServer(folder: string, pid: number) {
  for (const [signal, timeoutMs] of [["SIGINT", 8_000] as const, ["SIGQUIT", 10_000] as const]) {
    if (!(await isPostmasterOf(pid, folder))) return true;
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended or belongs to another user: poll until the deadline.
    }
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline && (await isPostmasterOf(pid, folder))) await delay(20);
  }
  return !(await isPostmasterOf(pid, folder));
}
