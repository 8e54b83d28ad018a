import { spawn } from "node:child_process";
import { parse } from "node:path";

/** A program and how to start it; `uid` and `gid` only when root starts it for somebody else. */
export interface Command {
  file: string;
  args: string[];
  uid?: number;
  gid?: number;
}

export interface CommandResult {
  code: number | null;
  output: string;
}

/** The shop's own environment carries its secrets, and PG… variables that would redirect the server. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "SystemDrive"];
  const entries = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(entries), LC_ALL: "C" };
}

/** The account that runs the database may have no access to the folder the shop was started in. */
export const neutralFolder = parse(process.execPath).root;

/** Runs to the end; a program that cannot be started counts as failed with the reason as its output. */
export function runCommand({ file, args, uid, gid }: Command): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(file, args, {
      uid,
      gid,
      cwd: neutralFolder,
      env: databaseEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const collect = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.on("error", (error) => resolve({ code: null, output: error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** The line of a PostgreSQL program's output that says what went wrong, without its time and process number. */
export function complaintIn(output: string): string {
  // "The database system is starting up" only answers our own asking whether it is ready.
  const lines = output.split("\n").map((line) => line.trim());
  const telling = lines.filter((line) => line && !line.includes("the database system is "));
  const grave = telling.find((line) => /\b(FATAL|PANIC|error):/.test(line));
  const line = grave ?? telling.at(0) ?? "it ended without a message";
  return line.replace(/^.*?\b(LOG|FATAL|PANIC|error): +/, "");
}

/** A short write is the same thing: PostgreSQL names the lack of space only when nothing at all could be written. */
export const saysDiskFull = (output: string) =>
  /No space left on device|wrote only \d+ of \d+ bytes|quota exceeded/i.test(output);
