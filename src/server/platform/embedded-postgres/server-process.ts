import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Account, RunAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { logFile } from "./data-folder.ts";
import { findPostmaster, isPostmasterOf, type SocketAddress } from "./postmaster.ts";
import { findErrorLine, runCommand, spawnOptions } from "./run-command.ts";

export interface ServerSetup {
  folder: string;
  account: Account | undefined;
  binaries: Binaries;
  runAs: RunAs;
  settings: Record<string, string>;
  password: string;
  progress(line: string): void;
  /** Aborted when the shop stops. */
  stopping: AbortController;
  /** Timeout for a server that already runs. A server that we start gets ten times as long, for crash recovery. */
  readyTimeoutMs: number;
}

/** A server that this process started. */
export interface LaunchedServer {
  pid: number | undefined;
  hasEnded(): boolean;
  /** It ended because another server has the folder or is still shutting down on it. */
  wasLockedOut(): Promise<boolean>;
  errorLine(): Promise<string>;
}

const maxLogBytes = 4 * 1024 * 1024;
const lockedExitCode = 75;
const flockOptions = ["--no-fork", "--nonblock", `--conflict-exit-code=${lockedExitCode}`];

/**
 * PostgreSQL guards its folder with pids and System V memory, which do not work across containers. A file lock that the
 * server processes inherit does. `unknown` if there is no flock command.
 */
export async function folderLock({ folder, runAs }: ServerSetup): Promise<"free" | "held" | "unknown"> {
  const { code } = await runCommand(runAs("flock", [...flockOptions, join(folder, "PG_VERSION"), "true"]));
  if (code === 0) return "free";
  return code === lockedExitCode ? "held" : "unknown";
}

export async function launchServer(
  setup: ServerSetup,
  address: SocketAddress,
  withFolderLock: boolean,
): Promise<LaunchedServer> {
  const { folder, binaries, runAs } = setup;
  const log = await openLog(setup);
  try {
    const { size } = await log.stat();
    const server = [binaries.postgres, "-D", folder, ...serverSettings(address, setup.settings)];
    const [file = "", ...args] = withFolderLock
      ? ["flock", ...flockOptions, join(folder, "PG_VERSION"), ...server]
      : server;
    const command = runAs(file, args);
    const child = spawn(command.file, command.args, {
      ...spawnOptions(command),
      // A new session: Ctrl-C must reach only the shop, which stops the database last.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    // A program that could not be started has no pid.
    child.on("error", () => undefined).unref();
    const errorLine = () => errorSince(folder, size);
    return {
      pid: child.pid,
      hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
      wasLockedOut: async () =>
        child.exitCode === lockedExitCode ||
        /lock file .* already exists|pre-existing shared memory/.test(await errorLine()),
      errorLine,
    };
  } finally {
    await log.close();
  }
}

/** Settings for a small shop on a small machine. Durability settings keep PostgreSQL's defaults. */
function serverSettings({ host, port }: SocketAddress, extra: Record<string, string>): string[] {
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
export async function openLog({ folder, account }: ServerSetup): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const handle = await open(logFile(folder), flags, 0o600);
  if (account) await handle.chown(account.uid, account.gid);
  if ((await handle.stat()).size > maxLogBytes) await handle.truncate(0);
  return handle;
}

/** The error that the server logged since its log had this size. */
async function errorSince(folder: string, size: number): Promise<string> {
  const handle = await open(logFile(folder), constants.O_RDONLY | constants.O_NOFOLLOW);
  const reading = handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, size);
  const { buffer, bytesRead } = await reading.finally(() => handle.close());
  return findErrorLine(buffer.toString("utf8", 0, bytesRead));
}

/** Stops the folder's server: fast shutdown (SIGINT), then immediate (SIGQUIT). True if no server is left. */
export async function stopServer(folder: string, launched: LaunchedServer | undefined): Promise<boolean> {
  const ours = launched?.hasEnded() ? undefined : launched;
  const pid = ours?.pid ?? (await findPostmaster(folder))?.pid;
  if (!pid) return true;
  const hasEnded = ours ? ours.hasEnded : async () => !(await isPostmasterOf(pid, folder));
  for (const [signal, timeoutMs] of [["SIGINT", 8_000] as const, ["SIGQUIT", 10_000] as const]) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended or belongs to another user: poll until the deadline.
    }
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (await hasEnded()) return true;
      await delay(20);
    }
  }
  return false;
}
