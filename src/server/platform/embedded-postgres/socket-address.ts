import { chown, lstat, mkdir, mkdtemp, readdir, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError, errorCode } from "./errors.ts";
import type { SocketAddress } from "./postmaster.ts";

const prefix = "nakshatra-";
const socketPort = 5432;

/** Systems limit a socket path to 104 or 108 bytes, so the socket cannot be in DATA_DIR. */
const maxSocketPathBytes = 100;

export async function createSocketFolder(folder: string, account: Account | undefined): Promise<SocketAddress> {
  // Root's temporary folder may be inaccessible to the database's user.
  const parents = account ? ["/tmp", tmpdir()] : [tmpdir(), "/tmp"];
  for (const parent of [...parents, dirname(folder)]) {
    if (Buffer.byteLength(join(parent, `${prefix}xxxxxx`, `.s.PGSQL.${socketPort}`)) > maxSocketPathBytes) continue;
    const host = await mkdtemp(join(parent, prefix)).catch(() => undefined);
    if (!host) continue;
    if (account) await chown(host, account.uid, account.gid);
    return { host, port: socketPort };
  }
  throw new EmbeddedPostgresError(
    `The database needs a folder with a short path for its socket and could not make one in ${tmpdir()} or /tmp: ` +
      "set TMPDIR to a short folder that can be written.",
  );
}

/** Recreates a socket folder that was removed from /tmp: the shop's open pool expects it at the same path. */
export async function restoreSocketFolder({ host }: SocketAddress, account: Account | undefined): Promise<void> {
  try {
    await mkdir(host, { mode: 0o700 });
    if (account) await chown(host, account.uid, account.gid);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const found = await lstat(host);
    if (found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.())) return;
    throw new EmbeddedPostgresError(
      `The database's socket folder ${host} now belongs to somebody else: restart the shop.`,
    );
  }
}

/** Removes a socket folder of a server that has ended. */
export async function removeSocketFolder({ host }: SocketAddress): Promise<void> {
  if (!basename(host).startsWith(prefix)) return;
  try {
    const sockets = (await readdir(host)).filter((name) => name.startsWith(".s.PGSQL."));
    for (const name of sockets) await unlink(join(host, name));
    await rmdir(host);
  } catch {
    // Leftovers in a temporary folder do no harm.
  }
}
