import { execFile } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Order, PaymentOrder } from "../../src/contracts/orders/order.ts";
import { readConfig } from "../../src/server/config.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { startCluster } from "../../src/server/startup/start-workers.ts";
import { describeStartupError } from "../../src/server/startup/startup-errors.ts";
import { formOf, goodProduct, unique } from "../support/forms.ts";
import { writtenMails } from "../support/mails.ts";
import { MISSING_WEBHOOKS, type Paid, wants } from "../support/orders.ts";
import { isRunning, NODE_COMPILE_CACHE, type ShopProcess, startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";
import {
  type Connection,
  connectToEach,
  METRICS_TOKEN,
  metricValues,
  readMetrics,
  workersOf,
} from "../support/worker-connections.ts";

const { business: site } = defaultSettings;

const OWNER = { email: "owner@example.com", password: "a long test password" };
const FRESH_WITHIN_MS = 1_000;

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof createDatabase>>;
let running: Promise<ShopProcess> | undefined;
let ownerToken: string;

/** The shop that the tests share. The test that ends it leaves none, and the next one starts another. */
function openShop() {
  running ??= startShop({
    WEB_CONCURRENCY: "2",
    METRICS_TOKEN,
    DATABASE_URL: database.url,
    DATA_DIR: home.folder,
    DEMO_DATA: "off",
    OWNER_PASSWORD: OWNER.password,
    LOG_LEVEL: "warn",
  });
  return running;
}

beforeAll(async () => {
  home = await temporaryFolder();
  database = await createDatabase(inject("serverUrl"), inject("template"));
  const shop = await openShop();
  const reply = await fetch(`${shop.url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  ownerToken = ((await reply.json()) as { token: string }).token;
});

afterAll(async () => {
  await (await running)?.stop();
  await database.drop();
  await home.remove();
});

/** A connection to each of the two workers. */
async function bothWorkers() {
  const [one, other] = await connectToEach(await openShop(), 2);
  return { one: one!, other: other! };
}

async function makeProduct({ call }: Connection, stock = "5") {
  const form = formOf(goodProduct({ price: "900", stock }));
  const reply = await call("POST", "/api/products", { token: ownerToken, form });
  expect(reply.status, reply.body).toBe(201);
  return reply.json<Product>();
}

async function register({ call }: Connection) {
  const email = `${unique("buyer").replace(" ", "-")}@example.com`;
  const json = { name: "Meera", email, phone: "9000000001", password: "meera's first password" };
  const reply = await call("POST", "/api/users/register", { json });
  expect(reply.status, reply.body).toBe(201);
  return { email, token: reply.json<{ token: string }>().token };
}

test("prints the start messages once, with any number of workers", async () => {
  const lines = (await openShop()).output().split("\n");
  for (const words of ["The shop is open", "Database  ", "Payments  ", "Mail  ", "Owner's login"])
    expect(lines.filter((line) => line.includes(words))).toHaveLength(1);
});

test("shows a change made by one worker within a second at the other", async () => {
  const { one, other } = await bothWorkers();
  const product = await makeProduct(one);
  const paths = [`/api/products/${product._id}`, `/product/${product._id}`, "/api/products", "/products"];
  let title = product.title;
  for (let round = 1; round <= 3; round += 1) {
    // Requested twice, so that each worker has it cached.
    for (const { call } of [one, other, one, other])
      for (const path of paths) expect((await call("GET", path)).body).toContain(title);

    title = unique(`Round ${round}`);
    const form = formOf(goodProduct({ title }));
    const saved = await one.call("PUT", `/api/products/${product._id}`, { token: ownerToken, form });
    expect(saved.status, saved.body).toBe(200);
    for (const path of paths) expect((await one.call("GET", path)).body).toContain(title);
    for (const path of paths)
      await until(async () => (await other.call("GET", path)).body.includes(title), FRESH_WITHIN_MS);
  }
});

test("an order may use another worker at every step, and its mails are sent once", async () => {
  const { one, other } = await bothWorkers();
  const product = await makeProduct(one);
  const { token } = await register(other);
  const shortIds: string[] = [];
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const placed = await first.call("POST", "/api/orders", { token, json: wants(product._id, 900) });
    expect(placed.status, placed.body).toBe(201);
    const { _id } = placed.json<Order>();
    shortIds.push(_id.slice(-6));
    const started = await second.call("POST", "/api/payments/razorpay", { token, json: { orderId: _id } });
    expect(started.status, started.body).toBe(200);
    const paying = { order_id: started.json<PaymentOrder>().orderId, outcome: "success" };
    const paid = await first.call("POST", "/sandbox/razorpay/v1/sandbox/payments", { json: paying });
    const proof = paid.json<Paid>();
    const json = { status: "paid", paymentId: proof.razorpay_payment_id, signature: proof.razorpay_signature };
    const confirmed = await second.call("PUT", `/api/orders/${_id}/status`, { token, json });
    expect(confirmed.status, confirmed.body).toBe(200);
    for (const { call } of [first, second])
      expect((await call("GET", `/api/orders/${_id}`, { token })).json<Order>().status).toBe("paid");
  }
  for (const { call } of [one, other])
    await until(async () => (await call("GET", `/api/products/${product._id}`)).json<Product>().stock === 3);

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const unfinished = `select (select count(*) from jobs where queue = 'mail' and state = 'waiting')::int + ${MISSING_WEBHOOKS} as n`;
    await until(async () => (await client.query(unfinished)).rows[0].n === 0);
    expect((await client.query("select distinct attempts from jobs where queue = 'mail'")).rows).toEqual([
      { attempts: 1 },
    ]);
  } finally {
    await client.end();
  }
  const mails = await writtenMails({ config: { dataDir: home.folder } });
  for (const order of shortIds) {
    const about = mails.filter(({ headers }) => headers.subject?.includes(order)).map(({ headers }) => headers.to);
    expect(about.sort()).toEqual(["meera@example.com", site.email].sort());
  }
});

test("sells the last piece once when two workers get the order at the same time", async () => {
  const { one, other } = await bothWorkers();
  const { token } = await register(one);
  for (let round = 0; round < 3; round += 1) {
    const product = await makeProduct(one, "1");
    const json = wants(product._id, 900);
    const replies = await Promise.all([
      one.call("POST", "/api/orders", { token: ownerToken, json }),
      other.call("POST", "/api/orders", { token, json }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
});

test("a new password ends the older logins at both workers", async () => {
  const { one, other } = await bothWorkers();
  const { token } = await register(one);
  const profile = { token };
  for (const { call } of [one, other]) expect((await call("GET", "/api/users/profile", profile)).status).toBe(200);
  const passwords = { password: "meera's second password", currentPassword: "meera's first password" };
  const json = { name: "Meera", phone: "9000000001", ...passwords };
  const changed = await one.call("PUT", "/api/users/profile", { token, json });
  expect(changed.status, changed.body).toBe(200);
  expect((await one.call("GET", "/api/users/profile", profile)).status).toBe(401);
  await until(async () => (await other.call("GET", "/api/users/profile", profile)).status === 401, FRESH_WITHIN_MS);
  const fresh = { token: changed.json<{ token: string }>().token };
  for (const { call } of [one, other]) expect((await call("GET", "/api/users/profile", fresh)).status).toBe(200);
});

test("sums the metrics of all workers", async () => {
  const { one, other } = await bothWorkers();
  const labels = { route: "/healthz", status: "2xx", method: "GET" };
  const count = async () => metricValues(await readMetrics(one), "requests_total", labels);
  const [before = 0] = await count();
  for (let times = 0; times < 3; times += 1)
    for (const { call } of [one, other]) expect((await call("GET", "/healthz")).status).toBe(200);
  for (const connection of [one, other]) {
    const text = await readMetrics(connection);
    expect(text).not.toContain("worker=");
    expect(metricValues(text, "requests_total", labels)).toEqual([before + 6]);
    expect(metricValues(text, "database_connections", { state: "idle" })).toHaveLength(1);
    expect(metricValues(text, "jobs_waiting", { queue: "mail" })).toHaveLength(1);
    const [resident = 0] = metricValues(text, "memory_bytes", { kind: "resident" });
    expect(resident).toBeGreaterThan(100_000_000);
  }
});

test("counts failed logins of all workers together", async () => {
  const { one, other } = await bothWorkers();
  const json = { email: "nobody@example.com", password: "not the password" };
  for (let tries = 0; tries < 5; tries += 1)
    for (const { call } of [one, other]) expect((await call("POST", "/api/users/login", { json })).status).toBe(401);
  for (const { call } of [one, other]) {
    const refused = await call("POST", "/api/users/login", { json });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
});

test("starts a killed worker again while the other one serves", async () => {
  const shop = await openShop();
  const [doomed, ...others] = workersOf(shop);
  expect(others).toHaveLength(1);
  process.kill(doomed!, "SIGKILL");
  await until(async () => !(await isRunning(doomed!)));
  const isReady = async () => (await fetch(`${shop.url}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok;
  await until(isReady);
  await until(async () => workersOf(shop).length === 2);
  expect(workersOf(shop)).toContain(others[0]);
  await until(() => connectToEach(shop, 2), 60_000);
});

test("after SIGTERM the workers finish their requests, and none is left", async () => {
  const shop = await openShop();
  running = undefined;
  const pids = workersOf(shop);
  const body = JSON.stringify({
    name: "Uma",
    email: "uma@example.com",
    phone: "9000000002",
    password: "uma's password",
  });
  const sending = request(`${shop.url}/api/users/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
  });
  sending.flushHeaders();
  await once(sending, "continue");
  const stopped = shop.stop();
  await shop.waitForOutput("Closing");
  sending.end(body);
  const [reply] = await once(sending, "response");
  expect(reply.statusCode).toBe(201);
  reply.resume();
  await stopped;
  expect(shop.child.exitCode).toBe(0);
  for (const pid of pids) expect(await isRunning(pid)).toBe(false);
});

test("a port that is taken, or more workers than the database has connections for, stops the start with one line", {
  timeout: 120_000,
}, async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const script = path.resolve(import.meta.dirname, "../support/primary-process.ts");
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: home.folder, PORT: `${port}` };
  const { stdout } = await promisify(execFile)(process.execPath, [script, database.url], { env });
  expect(stdout).toMatch(new RegExp(`^Port ${port} is already in use[^\\n]*\\n$`));

  const log = createLog("silent");
  const connection = { connectionString: database.url };
  const db = openDatabase(connection, log);
  onTestFinished(() => db.$client.end());
  const config = { ...readConfig({ DATA_DIR: home.folder }), workers: 1_000 };
  const error = await startCluster({ config, db, clock: systemClock, log }, connection).catch((refusal) => refusal);
  expect(describeStartupError(error)).toMatch(
    /^The shop did not start\. WEB_CONCURRENCY is 1000, too many [^\n]*WEB_CONCURRENCY=[^\n]*$/,
  );
});
