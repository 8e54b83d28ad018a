import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Account, RunAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { logFile } from "./data-folder.ts";
import { findPostmaster, type Place } from "./postmaster.ts";
import { databaseEnvironment, neutralFolder, runCommand } from "./run-command.ts";
import { complaintSince, openLog } from "./server-log.ts";
import { serverSettings } from "./server-settings.ts";

export interface ServerSetup {
  folder: string;
  account: Account | undefined;
  binaries: Binaries;
  runAs: RunAs;
  settings: Record<string, string>;
}

/** A server that this process started. */
export interface LaunchedServer {
  pid: number | undefined;
  hasEnded(): Promise<boolean>;
  /** It ended only because another server has the folder, or had it and is just ending. */
  wasLockedOut(): Promise<boolean>;
  complaint(): Promise<string>;
}

const lockedExitCode = 75;
const flockOptions = ["--no-fork", "--nonblock", `--conflict-exit-code=${lockedExitCode}`];

/**
 * PostgreSQL guards its folder with process numbers and System V memory, which do not reach from one container into
 * another; a file lock that the server processes inherit does. `unknown` where there is no flock command.
 */
export async function folderLock({ folder, runAs }: ServerSetup): Promise<"free" | "held" | "unknown"> {
  if (process.platform === "win32") return "unknown";
  const { code } = await runCommand(runAs("flock", [...flockOptions, join(folder, "PG_VERSION"), "true"]));
  if (code === 0) return "free";
  return code === lockedExitCode ? "held" : "unknown";
}

export async function launchServer(setup: ServerSetup, place: Place, withFolderLock: boolean): Promise<LaunchedServer> {
  const { folder, account, binaries, runAs } = setup;
  const settings = Object.entries(serverSettings(place, setup.settings)).map(([name, value]) => `${name}=${value}`);
  const log = await openLog(folder, account);
  try {
    const { size } = await log.stat();
    const complaint = () => complaintSince(folder, size);
    if (process.platform === "win32") return await launchOnWindows(setup, settings, complaint);
    const server = [binaries.postgres, "-D", folder, ...settings.flatMap((setting) => ["-c", setting])];
    const [file = "", ...args] = withFolderLock
      ? ["flock", ...flockOptions, join(folder, "PG_VERSION"), ...server]
      : server;
    const command = runAs(file, args);
    const child = spawn(command.file, command.args, {
      uid: command.uid,
      gid: command.gid,
      cwd: neutralFolder,
      env: databaseEnvironment(),
      // A session of its own: Ctrl-C reaches the shop, which ends its work and then stops the database.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    child.unref();
    return { pid: child.pid, complaint, hasEnded: endOf(child), wasLockedOut: lockedOut(child, complaint) };
  } finally {
    await log.close();
  }
}

function endOf(child: ChildProcess): () => Promise<boolean> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  child.on("exit", end).on("error", end);
  return async () => ended;
}

function lockedOut(child: ChildProcess | undefined, complaint: () => Promise<string>): () => Promise<boolean> {
  return async () =>
    child?.exitCode === lockedExitCode ||
    /lock file .* already exists|pre-existing shared memory/.test(await complaint());
}

/** There pg_ctl gives up administrator rights, with which the server would refuse to run, and detaches it. */
async function launchOnWindows(
  { folder, binaries, runAs }: ServerSetup,
  settings: string[],
  complaint: () => Promise<string>,
): Promise<LaunchedServer> {
  const options = settings.map((setting) => `-c ${setting}`).join(" ");
  await runCommand(runAs(binaries.pgCtl, ["start", "-w", "-D", folder, "-l", logFile(folder), "-o", options]));
  const found = await findPostmaster(folder);
  const hasEnded = async () => !(await findPostmaster(folder));
  return { pid: found?.pid, complaint, hasEnded, wasLockedOut: lockedOut(undefined, complaint) };
}
