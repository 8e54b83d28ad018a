import { stat } from "node:fs/promises";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { type Command, complaintIn, runCommand } from "./run-command.ts";

export interface Account {
  uid: number;
  gid: number;
}

/** Turns a program into the command that runs it as the database's account. */
export type RunAs = (file: string, args: string[]) => Command;

const asMyself: RunAs = (file, args) => ({ file, args });

const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, who therefore lends it another account; anybody else runs it as themselves. */
export async function accountForNewFolder(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const account = (await findAccount("postgres")) ?? (await findAccount("nobody"));
  if (account) return account;
  throw new EmbeddedPostgresError(
    "The database cannot run as root and this system has no user postgres or nobody: " +
      "start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/** Root uses the owner of the folder, so that it does not matter who made it. */
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

/** The way to run the binaries on the folder that was just seen to work. */
export async function runnerFor(account: Account | undefined, folder: string, binaries: Binaries): Promise<RunAs> {
  if (!account) return asMyself;
  let complaint = "";
  for (const runAs of [plainly(account), withSearchRight(account)]) {
    // Proves in one step that the account gets to the data folder and to the program.
    const reachBoth = ["-c", 'cd -- "$1" && exec "$2" --version', "sh", folder, binaries.postgres];
    const { code, output } = await runCommand(runAs("/bin/sh", reachBoth));
    if (code === 0) return runAs;
    complaint ||= complaintIn(output);
  }
  throw new EmbeddedPostgresError(
    `The database cannot run as root, and user ${account.uid}, whom it uses instead, does not get to its folder ` +
      `or its programs (${complaint}): move the shop and DATA_DIR out of private folders, ` +
      "start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

function plainly({ uid, gid }: Account): RunAs {
  return (file, args) => ({ file, args, uid, gid });
}

/**
 * Below a private folder of root (node_modules in /root, say) the account needs the right to pass through it.
 * It is the second choice, because with it the database could also read root's files.
 */
function withSearchRight({ uid, gid }: Account): RunAs {
  const rights = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", "--securebits=+no_setuid_fixup"];
  const prefix = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...rights, "--"];
  return (file, args) => ({ file: "setpriv", args: [...prefix, file, ...args] });
}
