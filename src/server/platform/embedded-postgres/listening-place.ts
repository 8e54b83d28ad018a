import { chown, lstat, mkdir, mkdtemp, readdir, rmdir, unlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError, errorCode } from "./errors.ts";
import type { Place } from "./postmaster.ts";

const prefix = "nakshatra-";
const socketPort = 5432;

/** Systems limit the path of a socket to 104 or 108 bytes, so it cannot lie in DATA_DIR. */
const longestSocketPath = 100;

export async function makePlace(folder: string, account: Account | undefined): Promise<Place> {
  if (process.platform === "win32") return { host: "127.0.0.1", port: await findFreePort() };
  // Root's own temporary folder may be closed to the database's account.
  const parents = account ? ["/tmp", tmpdir()] : [tmpdir(), "/tmp"];
  for (const parent of [...parents, dirname(folder)]) {
    if (Buffer.byteLength(join(parent, `${prefix}xxxxxx`, `.s.PGSQL.${socketPort}`)) > longestSocketPath) continue;
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

/** A restarted server must come back where the shop's open pool expects it, even if somebody tidied /tmp. */
export async function restorePlace({ host }: Place, account: Account | undefined): Promise<void> {
  if (process.platform === "win32") return;
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

/** Removes a socket folder of ours whose server is gone. */
export async function removePlace({ host }: Place): Promise<void> {
  if (process.platform === "win32" || !basename(host).startsWith(prefix)) return;
  try {
    const sockets = (await readdir(host)).filter((name) => name.startsWith(".s.PGSQL."));
    for (const name of sockets) await unlink(join(host, name));
    await rmdir(host);
  } catch {
    // It lies in a temporary folder: what cannot be removed does no harm.
  }
}

export function samePlace(one: Place, other: Place): boolean {
  return one.host === other.host && one.port === other.port;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
