import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { errorCode } from "./errors.ts";
import { runCommand } from "./run-command.ts";

/** Where a server listens: a socket folder and the number in the socket's name, or an address and a port. */
export interface Place {
  host: string;
  port: number;
}

export interface Postmaster {
  pid: number;
  /** Unknown while a server is just starting. */
  place: Place | undefined;
}

export const pidFile = (folder: string) => join(folder, "postmaster.pid");

/** Somebody else's process counts as alive too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** What postmaster.pid says, true or not: a killed server leaves it behind. */
export async function readPidFile(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(folder), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
  const [pid, , , port, socketFolder, address] = text.split("\n").map((line) => line.trim());
  const host = socketFolder || address;
  if (!Number(pid)) return undefined;
  return { pid: Number(pid), place: host && Number(port) ? { host, port: Number(port) } : undefined };
}

/** The server that really runs on this folder now. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(folder);
  return found && (await isPostmasterOf(found.pid, folder)) ? found : undefined;
}

/** Process numbers are used again, in containers at once: the process must be a PostgreSQL on this very folder. */
export async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") return isPostmasterOnLinux(pid, folder);
  const [file, args] =
    process.platform === "win32"
      ? ["tasklist", ["/NH", "/FO", "CSV", "/FI", `PID eq ${pid}`]]
      : ["ps", ["-ww", "-o", "command=", "-p", String(pid)]];
  const { output } = await runCommand({ file, args });
  return output.includes("postgres") && (process.platform === "win32" || output.includes(folder));
}

async function isPostmasterOnLinux(pid: number, folder: string): Promise<boolean> {
  // Empty for a process that has ended and was not waited for, as happens without an init process.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const words = commandLine.split("\0");
  if (!words.some((word) => basename(word) === "postgres")) return false;
  try {
    // A server works inside its data folder, also after the folder was moved or mounted elsewhere.
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)]);
    return there.dev === here.dev && there.ino === here.ino;
  } catch {
    // Root of a container may not look there.
    return words.includes(folder);
  }
}
