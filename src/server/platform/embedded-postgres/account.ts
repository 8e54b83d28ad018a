import { stat } from "node:fs/promises";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { type Command, findErrorLine, runCommand } from "./run-command.ts";

export interface Account {
  uid: number;
  gid: number;
}

/** Turns a program into the command that runs it as the database's account. */
export type RunAs = (file: string, args: string[]) => Command;

const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so root runs it as another user. Undefined: run it as the current user. */
export async function accountForNewFolder(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const account = (await findAccount("postgres")) ?? (await findAccount("nobody"));
  if (account) return account;
  throw new EmbeddedPostgresError(
    "The database cannot run as root and this system has no user postgres or nobody: " +
      "start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/** Root uses the folder's owner, so it does not matter which user created it. */
export async function accountForExistingFolder(folder: string): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? accountForNewFolder() : { uid, gid };
}

async function findAccount(name: string): Promise<Account | undefined> {
  const uid = await runCommand({ file: "id", args: ["-u", name] });
  const gid = await runCommand({ file: "id", args: ["-g", name] });
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** Finds out whether the account can run the binaries on this folder with or without an extra capability. */
export async function chooseRunAs(account: Account | undefined, folder: string, binaries: Binaries): Promise<RunAs> {
  if (!account) return (file, args) => ({ file, args });
  const withUid: RunAs = (file, args) => ({ file, args, ...account });
  let errorLine = "";
  for (const runAs of [withUid, withSearchCapability(account)]) {
    // One command checks access to both the data folder and the program.
    const checkAccess = ["-c", 'cd -- "$1" && exec "$2" --version', "sh", folder, binaries.postgres];
    const { code, output } = await runCommand(runAs("/bin/sh", checkAccess));
    if (code === 0) return runAs;
    errorLine ||= findErrorLine(output);
  }
  throw new EmbeddedPostgresError(
    `The database cannot run as root, and user ${account.uid}, whom it uses instead, does not get to its folder ` +
      `or its programs (${errorLine}): move the shop and DATA_DIR out of private folders, ` +
      "start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/**
 * Adds CAP_DAC_READ_SEARCH, for installations below a private folder such as /root. Second choice, because the database
 * can then read root's files.
 */
function withSearchCapability({ uid, gid }: Account): RunAs {
  const capabilities = [
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search",
    "--securebits=+no_setuid_fixup",
  ];
  const prefix = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...capabilities, "--"];
  return (file, args) => ({ file: "setpriv", args: [...prefix, file, ...args] });
}
