import path from "node:path";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { startWire } from "./wire.ts";

/** A PostgreSQL server behind a proxy: a test can stop, start and disconnect it, and its URL stays the same. */
export async function startWiredDatabase(settings: Record<string, string> = {}) {
  const home = await temporaryFolder();
  let server: EmbeddedPostgres;
  const start = async () => {
    server = await startEmbeddedPostgres({
      folder: path.join(home.folder, "postgres"),
      progress: () => {},
      settings: { fsync: "off", ...settings },
    });
  };
  await start();
  const { user, password, database } = server!.logins.superuser;
  const wire = await startWire(() => {
    const { host, port } = server.logins.superuser;
    return { path: path.join(host, `.s.PGSQL.${port}`) };
  });
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${wire.port}/${database}`,
    wire,
    start,
    /** A fast shutdown, which ends the open connections. */
    stop: () => server.stop(),
    async remove() {
      await wire.stop();
      await server.stop();
      await home.remove();
    },
  };
}
export type WiredDatabase = Awaited<ReturnType<typeof startWiredDatabase>>;
