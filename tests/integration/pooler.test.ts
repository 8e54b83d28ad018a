import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { createServices } from "../../src/server/services.ts";
import { root } from "../../src/server/startup/listen.ts";
import { openShopDatabase } from "../../src/server/startup/open-database.ts";
import { allOrders, BUYERS, confirmations, logIn, makeOffer, missing, openCheckouts } from "../support/checkouts.ts";
import { freePort } from "../support/free-port.ts";
import { OWNER } from "../support/owner.ts";
import { stopProcess } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { serve } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";
const hasPgBouncer = existsSync(PGBOUNCER);
const PURCHASES = 2;

async function openFolder() {
  const { folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  return folder;
}

async function answers(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.end();
  return true;
}

/** A database, and PgBouncer in transaction mode in front of it. */
async function openPooledDatabase() {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  onTestFinished(database.drop);
  const { username, password, hostname, port, searchParams } = new URL(database.url);
  const server = {
    host: searchParams.get("host") ?? hostname,
    port: searchParams.get("port") ?? port,
    user: username,
    password: decodeURIComponent(password),
    dbname: database.name,
  };
  const folder = await openFolder();
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const settings = path.join(folder, "pgbouncer.ini");
  const target = Object.entries(server).map(([name, value]) => `${name}='${value}'`);
  const lines = [
    "[databases]",
    `shop = ${target.join(" ")}`,
    "[pgbouncer]",
    "pool_mode = transaction",
    "auth_type = any",
  ];
  const address = ["listen_addr = 127.0.0.1", `listen_port = ${listenPort}`, "unix_socket_dir ="];
  await writeFile(settings, [...lines, ...address, ""].join("\n"), { mode: 0o644 });
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn(PGBOUNCER, [...user, settings], { stdio: "ignore" });
  onTestFinished(() => stopProcess(child));
  await once(child, "spawn");
  const pooler = `postgres://shop@127.0.0.1:${listenPort}/shop`;
  await until(() => answers(pooler));
  return { direct: database.url, pooler };
}

const log = createLog("silent");

/** A process of a shop behind the pooler, with its jobs. It opens its database as a start does. */
async function openPooledShop(dataDir: string, settings: Record<string, string>) {
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: "off", OWNER_PASSWORD: OWNER.password, ...settings });
  const { db, close } = await openShopDatabase({ config, root, log, print() {} });
  onTestFinished(close);
  const deps = { config, db, clock: systemClock, log };
  const services = createServices(deps);
  await services.accounts.ensureOwner(config.owner);
  const served = await serve({ ...deps, services });
  onTestFinished(served.close);
  return served;
}

test.skipIf(!hasPgBouncer)(
  "behind PgBouncer with a direct address, two processes sell and send every mail; without one the start says what to set",
  async () => {
    const { direct, pooler } = await openPooledDatabase();
    const dataDir = await openFolder();
    await expect(openPooledShop(dataDir, { DATABASE_URL: pooler })).rejects.toThrow(
      "DATABASE_URL points to a connection pooler in transaction mode; set DATABASE_DIRECT_URL to the address of PostgreSQL itself as well.",
    );

    const settings = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct };
    const shop = await openPooledShop(dataDir, settings);
    const shops = [shop, await openPooledShop(dataDir, settings)];
    const token = await logIn(shop, OWNER.email, OWNER.password);
    const offer = await makeOffer(shop, token);
    const checkouts = [];
    for (const one of shops) {
      // Each time is sold once.
      const times = offer.times.splice(0, BUYERS * PURCHASES);
      checkouts.push(await openCheckouts(one, { ...offer, times }));
    }
    await Promise.all(checkouts.map(({ buyEach }, index) => buyEach(shops[index]!, PURCHASES)));
    const settled = new Set(checkouts.flatMap(({ acknowledged }) => [...acknowledged.settled]));
    const orders = await allOrders(shop, token);
    expect(orders.map(({ status }) => status)).toEqual(Array(settled.size).fill("paid"));
    await until(async () => missing(settled, (await confirmations(dataDir)).distinct).length === 0);
  },
);
