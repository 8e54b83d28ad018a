import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findRunningLogin } from "../src/server/platform/embedded-postgres/running-login.ts";
import { end, startShop } from "../tests/support/shop-process.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { createDatabase } from "../tests/support/test-postgres.ts";

export const OWNER = { email: "owner@example.com", password: "a long test password" };
const METRICS_TOKEN = "a-token-for-measuring";
export const QUIET = { LOG_LEVEL: "warn", RATE_LIMIT: "off", OWNER_PASSWORD: OWNER.password, METRICS_TOKEN };

export interface RunningShop {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

async function open(settings: Record<string, string>): Promise<RunningShop> {
  const { child, url, stop } = await startShop({ ...QUIET, ...settings });
  return { url, port: Number(new URL(url).port), pid: child.pid!, stop };
}

const MOST_TRIES = 300;

/** A shop makes its search index when somebody first searches; answers once it is there, for a shop runs for weeks. */
export async function searchUntilInMemory({ url }: Pick<RunningShop, "url">, products: number) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await (await fetch(`${url}/api/products?q=quartz&limit=1`)).text();
    const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    if ((await reply.text()).includes(`searched_in_memory{kind="products"} ${products}\n`)) return;
    await delay(100);
  }
  throw new Error("the products are not searched in memory");
}

async function openBareServer() {
  const child: ChildProcess = fork(path.join(import.meta.dirname, "bare-server.ts"), { execArgv: [] });
  const [port] = (await once(child, "message")) as [number];
  return { port, pid: child.pid!, stop: () => end(child) };
}

/** Everything that is measured: made when a part first asks for it, gone afterwards. */
export function createSetting() {
  const opened: (() => Promise<unknown>)[] = [];
  const keep = async <T extends { stop(): Promise<unknown> }>(opening: Promise<T>) => {
    const one = await opening;
    opened.push(one.stop);
    return one;
  };
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => (made ??= make());
  };

  const home = once(async () => {
    const { folder, remove } = await temporaryFolder();
    opened.push(remove);
    return folder;
  });
  /** A shop as `npm start` opens it: the demo catalogue in its own PostgreSQL, which writes through to the disk. */
  const shop = once(async () => keep(open({ DATA_DIR: await home() })));
  const bare = once(() => keep(openBareServer()));

  /** The address of that PostgreSQL, for databases beside the shop's own. */
  const server = once(async () => {
    await shop();
    const login = await findRunningLogin(path.join(await home(), "postgres"));
    if (!login) throw new Error("the shop's database is not found");
    const place = new URLSearchParams({ host: login.host, port: `${login.port}` });
    return `postgres://${login.user}:${encodeURIComponent(login.password)}@localhost/${login.database}?${place}`;
  });

  async function connect(url: string) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return keep(Promise.resolve(Object.assign(client, { stop: () => client.end() })));
  }

  return {
    home,
    shop,
    bare,
    /** A connection to the shop's own database. */
    database: once(async () => connect(await server())),
    /** A shop on an empty database of its own, and a connection to that. */
    async emptyShop(settings: Record<string, string> = {}) {
      const database = await createDatabase(await server());
      opened.push(database.drop);
      const folder = path.join(await home(), database.name);
      const another = await keep(open({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO_DATA: "off", ...settings }));
      return { ...another, databaseUrl: database.url, dataDir: folder, client: await connect(database.url) };
    },
    /** One more process on the first shop's database and files. */
    async secondShop(settings: Record<string, string>) {
      return keep(open({ DATABASE_URL: await server(), DATA_DIR: await home(), ...settings }));
    },
    /** Last opened, first closed. */
    async close() {
      for (const stop of opened.splice(0).reverse()) await stop().catch(() => undefined);
    },
  };
}
export type Setting = ReturnType<typeof createSetting>;
