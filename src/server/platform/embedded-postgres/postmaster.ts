import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { readIfExists } from "./data-folder.ts";
import { errorCode } from "./errors.ts";
import { runCommand } from "./run-command.ts";

/** `host` is a socket folder and `port` the number in the socket's name, or they are a TCP address. */
export interface SocketAddress {
  host: string;
  port: number;
}

export interface Postmaster {
  pid: number;
  /** Undefined while the server is starting. */
  address: SocketAddress | undefined;
}

export const pidFile = (folder: string) => join(folder, "postmaster.pid");

/** Another user's process counts as alive too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** The content of postmaster.pid, which may be stale: a killed server leaves it behind. */
export async function readPidFile(folder: string): Promise<Postmaster | undefined> {
  const text = (await readIfExists(pidFile(folder))) ?? "";
  const [pid, , , port, socketFolder, listenAddress] = text.split("\n").map((line) => line.trim());
  const host = socketFolder || listenAddress;
  if (!Number(pid)) return undefined;
  return { pid: Number(pid), address: host && Number(port) ? { host, port: Number(port) } : undefined };
}

/** The server that is running on this folder. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(folder);
  return found && (await isPostmasterOf(found.pid, folder)) ? found : undefined;
}

/** Pids are reused, so the process must be a PostgreSQL on this folder. */
export async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") return isPostmasterOnLinux(pid, folder);
  const { output } = await runCommand({ file: "ps", args: ["-ww", "-o", "command=", "-p", String(pid)] });
  return output.includes("postgres") && output.includes(folder);
}

async function isPostmasterOnLinux(pid: number, folder: string): Promise<boolean> {
  // Empty for a zombie process, which remains if no init process reaps it.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const words = commandLine.split("\0");
  if (!words.some((word) => basename(word) === "postgres")) return false;
  try {
    // The server's working directory is its data folder, even if that was moved or mounted elsewhere.
    const [workingFolder, dataFolder] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)]);
    return workingFolder.dev === dataFolder.dev && workingFolder.ino === dataFolder.ino;
  } catch {
    // Reading `cwd` may be forbidden for root in a container.
    return words.includes(folder);
  }
}
