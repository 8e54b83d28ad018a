import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import { findRunningLogins } from "../src/server/platform/embedded-postgres/supervisor.ts";
import { startShop, stopProcess } from "../tests/support/shop-process.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { createDatabase } from "../tests/support/test-postgres.ts";

export const OWNER = { email: "owner@example.com", password: "a long test password" };
export const BENCH_SETTINGS = { LOG_LEVEL: "warn", RATE_LIMIT: "off", OWNER_PASSWORD: OWNER.password };

export interface RunningShop {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

async function open(settings: Record<string, string>): Promise<RunningShop> {
  const { child, url, stop } = await startShop({ ...BENCH_SETTINGS, ...settings });
  return { url, port: Number(new URL(url).port), pid: child.pid!, stop };
}

async function openBareServer() {
  const child: ChildProcess = fork(path.join(import.meta.dirname, "bare-server.ts"), { execArgv: [] });
  const [port] = (await once(child, "message")) as [number];
  return { port, pid: child.pid!, stop: () => stopProcess(child) };
}

/** The servers and databases that the parts measure: created on first use, removed by `close`. */
export function createEnvironment() {
  const cleanups: (() => Promise<unknown>)[] = [];
  const closeLater = async <T extends { stop(): Promise<unknown> }>(opening: Promise<T>) => {
    const resource = await opening;
    cleanups.push(resource.stop);
    return resource;
  };
  const lazy = <T>(create: () => Promise<T>) => {
    let created: Promise<T> | undefined;
    return () => (created ??= create());
  };

  const home = lazy(async () => {
    const { folder, remove } = await temporaryFolder();
    cleanups.push(remove);
    return folder;
  });
  /** A shop as `npm start` opens it: the demo catalogue in the embedded PostgreSQL, with fsync on. */
  const shop = lazy(async () => closeLater(open({ DATA_DIR: await home() })));
  const bare = lazy(() => closeLater(openBareServer()));

  /** The URL of the shop's PostgreSQL server, for creating further databases. */
  const server = lazy(async () => {
    await shop();
    const login = (await findRunningLogins(path.join(await home(), "postgres")))?.superuser;
    if (!login) throw new Error("the shop's database is not found");
    const socket = new URLSearchParams({ host: login.host, port: `${login.port}` });
    return `postgres://${login.user}:${encodeURIComponent(login.password)}@localhost/${login.database}?${socket}`;
  });

  async function connect(url: string) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return closeLater(Promise.resolve(Object.assign(client, { stop: () => client.end() })));
  }

  return {
    home,
    shop,
    bare,
    /** A connection to the shop's own database. */
    database: lazy(async () => connect(await server())),
    /** A shop on an empty database, and a connection to that database. */
    async emptyShop(settings: Record<string, string> = {}) {
      const database = await createDatabase(await server());
      cleanups.push(database.drop);
      const folder = path.join(await home(), database.name);
      const another = await closeLater(
        open({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO_DATA: "off", ...settings }),
      );
      return { ...another, databaseUrl: database.url, dataDir: folder, client: await connect(database.url) };
    },
    /** A second process on the first shop's database and files. */
    async secondShop(settings: Record<string, string>) {
      return closeLater(open({ DATABASE_URL: await server(), DATA_DIR: await home(), ...settings }));
    },
    /** Stops everything in reverse order of creation. */
    async close() {
      for (const stop of cleanups.splice(0).reverse()) await stop().catch(() => undefined);
    },
  };
}
export type Environment = ReturnType<typeof createEnvironment>;
