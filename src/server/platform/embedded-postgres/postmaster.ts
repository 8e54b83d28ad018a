import { chown, mkdir, mkdtemp, readFile, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { EmbeddedPostgresError, hasCode } from "./errors.ts";
import { type Account, runCommand } from "./programs.ts";

/** `host` is a socket folder and `port` the number in the socket's name, or they are a TCP address. */
export interface SocketAddress {
  host: string;
  port: number;
}

const PREFIX = "nakshatra-";
const PORT = 5432;
/** Systems limit a socket path to 104 or 108 bytes, so the socket cannot be in DATA_DIR. */
const MAX_SOCKET_PATH_BYTES = 100;

export const pidFile = (folder: string) => join(folder, "postmaster.pid");

/** Another user's process counts as alive too. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

/** May be stale: a killed server leaves postmaster.pid behind. While the server starts, the file has no address. */
export async function readPidFile(folder: string) {
  const text = await readFile(pidFile(folder), "utf8").catch(() => "");
  const [pid, , , port, socketFolder, listenAddress] = text.split("\n").map((line) => line.trim());
  const host = socketFolder || listenAddress;
  if (!Number(pid)) return undefined;
  return { pid: Number(pid), address: host && Number(port) ? { host, port: Number(port) } : undefined };
}

export async function findPostmaster(folder: string) {
  const found = await readPidFile(folder);
  return found && (await isPostmasterOf(found.pid, folder)) ? found : undefined;
}

/** Pids are reused, so the process must be a PostgreSQL on this folder. A zombie process has no command line. */
export async function isPostmasterOf(pid: number, folder: string) {
  const commandLine =
    process.platform === "linux"
      ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
      : (await runCommand({ file: "ps", args: ["-ww", "-o", "command=", "-p", String(pid)] })).output;
  return commandLine.replaceAll("\0", " ").includes(`postgres -D ${folder} `);
}

export async function createSocketFolder(folder: string, account: Account | undefined): Promise<SocketAddress> {
  // Root's temporary folder may be inaccessible to the database's user.
  const parents = account ? ["/tmp", tmpdir()] : [tmpdir(), "/tmp"];
  for (const parent of [...parents, dirname(folder)]) {
    if (Buffer.byteLength(join(parent, `${PREFIX}xxxxxx`, `.s.PGSQL.${PORT}`)) > MAX_SOCKET_PATH_BYTES) continue;
    const host = await mkdtemp(join(parent, PREFIX)).catch(() => undefined);
    if (!host) continue;
    if (account) await chown(host, account.uid, account.gid);
    return { host, port: PORT };
  }
  throw new EmbeddedPostgresError(
    `The database needs a folder with a short path for its socket and could not make one in ${tmpdir()} or /tmp: set TMPDIR to a short folder that can be written.`,
  );
}

/** Recreates a socket folder that was removed from /tmp: the shop's open pool expects it at the same path. */
export async function restoreSocketFolder({ host }: SocketAddress, account: Account | undefined) {
  const made = await mkdir(host, { recursive: true, mode: 0o700 });
  if (made && account) await chown(host, account.uid, account.gid);
}

/** Removes a socket folder of a server that has ended. Leftovers in a temporary folder do no harm. */
export async function removeSocketFolder({ host, port }: SocketAddress) {
  if (!basename(host).startsWith(PREFIX)) return;
  const socket = join(host, `.s.PGSQL.${port}`);
  for (const file of [socket, `${socket}.lock`]) await unlink(file).catch(() => undefined);
  await rmdir(host).catch(() => undefined);
}
