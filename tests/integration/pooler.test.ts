import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { allOrders, confirmations, logIn, makeOffer, missing, openCheckouts } from "../support/checkouts.ts";
import { freePort } from "../support/free-port.ts";
import { OWNER } from "../support/owner.ts";
import { startShop, stopProcess } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";
const hasPgBouncer = existsSync(PGBOUNCER);

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

test.skipIf(!hasPgBouncer)(
  "behind PgBouncer with a direct address, two processes sell and send every mail",
  async () => {
    const { direct, pooler } = await openPooledDatabase();
    const dataDir = await openFolder();
    const shop = await startShop({
      DATABASE_URL: pooler,
      DATABASE_DIRECT_URL: direct,
      WEB_CONCURRENCY: "2",
      DATA_DIR: dataDir,
      DEMO_DATA: "off",
      RATE_LIMIT: "off",
      OWNER_PASSWORD: OWNER.password,
      LOG_LEVEL: "warn",
    });
    onTestFinished(() => shop.stop());
    const token = await logIn(shop, OWNER.email, OWNER.password);
    const checkouts = await openCheckouts(shop, await makeOffer(shop, token));
    await checkouts.buyEach(shop, 3);
    const { settled } = checkouts.acknowledged;
    const orders = await allOrders(shop, token);
    expect(orders.map(({ status }) => status)).toEqual(Array(settled.size).fill("paid"));
    await until(async () => missing(settled, (await confirmations(dataDir)).distinct).length === 0);
    expect(shop.output()).not.toMatch(/prepared statement|does not exist/);
  },
);

test.skipIf(!hasPgBouncer)("without a direct address the start stops and says what to set", async () => {
  const { pooler } = await openPooledDatabase();
  const starting = startShop({ DATABASE_URL: pooler, DATA_DIR: await openFolder(), DEMO_DATA: "off" });
  await expect(starting).rejects.toThrow(
    "DATABASE_URL points to a connection pooler in transaction mode; set DATABASE_DIRECT_URL to the address of PostgreSQL itself as well.",
  );
});
