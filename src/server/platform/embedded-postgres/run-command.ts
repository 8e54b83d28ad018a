import { execFile } from "node:child_process";

/** `uid` and `gid` are set only when root runs a program as another user. */
export interface Command {
  file: string;
  args: string[];
  uid?: number;
  gid?: number;
}

interface CommandResult {
  code: number | string | null | undefined;
  output: string;
}

export function spawnOptions({ uid, gid }: Command) {
  const { PATH, LD_LIBRARY_PATH, TMPDIR } = process.env;
  return {
    uid,
    gid,
    // The database's user may have no access to the folder the shop was started in.
    cwd: "/",
    // An allow list: the shop's environment holds secrets, and PG… variables would redirect the server.
    env: { PATH, LD_LIBRARY_PATH, TMPDIR, LC_ALL: "C" },
  };
}

/** Runs a program to its end. If it cannot be started, `code` is a word such as ENOENT and `output` the reason. */
export function runCommand(command: Command): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(command.file, command.args, spawnOptions(command), (error, stdout, stderr) => {
      const wasStarted = typeof error?.code !== "string";
      resolve({ code: error ? error.code : 0, output: wasStarted ? stdout + stderr : error.message });
    });
  });
}

/** The line of PostgreSQL output that says what went wrong, without its time and pid. */
export function findErrorLine(output: string): string {
  // "The database system is starting up" only answers our own connection attempts.
  const lines = output.split("\n").map((line) => line.trim());
  const candidates = lines.filter((line) => line && !line.includes("the database system is "));
  const fatal = candidates.find((line) => /\b(FATAL|PANIC|error):/.test(line));
  const line = fatal ?? candidates.at(0) ?? "it ended without a message";
  return line.replace(/^.*?\b(LOG|FATAL|PANIC|error): +/, "");
}

/** Includes short writes: PostgreSQL reports a full disk as such only when nothing could be written. */
export const isDiskFull = (output: string) =>
  /No space left on device|wrote only \d+ of \d+ bytes|quota exceeded/i.test(output);
