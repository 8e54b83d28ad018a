import { once } from "node:events";
import { type Agent, request } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Product } from "../../src/contracts/product.ts";
import { makeProduct } from "../support/forms.ts";
import { serve } from "../support/remembering-shop.ts";
import { startShop } from "../support/shop-process.ts";
import { openTestShop } from "../support/test-shop.ts";

/** So few that a busy machine can send them all before the shop thinks them slow to arrive. */
const BURST = 600;
/** What one process takes on at a time. */
const MOST_AT_ONCE = 256;

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
  ms: number;
}

function ask(address: string, agent?: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const begun = performance.now();
  request(address, { agent: agent ?? false }, (reply) => {
    let body = "";
    reply.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    reply.on("end", () => {
      resolve({ status: reply.statusCode!, headers: reply.headers, body, ms: performance.now() - begun });
    });
  })
    .on("error", reject)
    .end();
  return promise;
}

/** A shop as a process of its own, with one product. */
async function openShop() {
  const beside = await openTestShop();
  const product = await makeProduct(beside);
  const { databaseUrl, config } = beside;
  const shop = await startShop({
    DATABASE_URL: databaseUrl,
    DATA_DIR: config.dataDir,
    DEMO_DATA: "off",
    LOG_LEVEL: "warn",
  });
  onTestFinished(async () => {
    await shop.stop();
    await beside.close();
  });
  return { url: shop.url, product, db: beside.db };
}

const titled = ({ body }: Answer) => (JSON.parse(body) as Product[]).map(({ title }) => title);

test("of a burst far above what the shop can do each is answered soon, or refused", {
  timeout: 240_000,
}, async () => {
  const { url, product } = await openShop();
  const search = `${url}/api/products?q=${encodeURIComponent(product.title)}`;
  const page = `${url}/products?q=${encodeURIComponent(product.title)}`;
  await ask(`${url}/about`);
  const unloaded: number[] = [];
  for (let number = 0; number < 20; number += 1) unloaded.push((await ask(page)).ms);
  const usual = unloaded.sort((a, b) => a - b)[10]!;

  const pages = Array.from({ length: BURST }, () => ask(page));
  const calls = Array.from({ length: 50 }, () => ask(search));
  const always = ["/healthz", "/readyz", "/about"].map((path) => ask(url + path));
  const [ofPages, ofCalls, watched] = await Promise.all([pages, calls, always].map((asked) => Promise.all(asked)));

  const taken = ofPages!.filter(({ status }) => status === 200);
  expect(ofPages!.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(taken.length).toBeGreaterThan(0);
  for (const { body } of taken) expect(body).toContain(product.title);
  const slowest = taken.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(taken.length * 0.99)]!;
  expect(slowest).toBeLessThan(2_000 + 3 * MOST_AT_ONCE * usual);
  expect(watched!.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const answer of ofCalls!) {
    if (answer.status === 200) expect(titled(answer)).toContain(product.title);
    else expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, "unavailable"]);
  }

  expect((await ask(search)).status).toBe(200);
  expect((await ask(page)).status).toBe(200);
});

test("while the shop has as much in hand as it takes on, whoever else comes is refused at once, and served again afterwards", async () => {
  const { url, product, db } = await openShop();
  const page = `${url}/products?q=${encodeURIComponent(product.title)}`;
  const order = JSON.stringify({ items: [{ itemId: product._id, itemType: "product", qty: 1 }] });
  const send = () =>
    fetch(`${url}/api/cart/quote`, { method: "POST", headers: { "content-type": "application/json" }, body: order });
  let refused = 0;
  const asked = await db.transaction(async (tx) => {
    await tx.execute("lock table products in access exclusive mode");
    const calls = Array.from({ length: MOST_AT_ONCE + 40 }, () =>
      send().then((reply) => {
        if (reply.status === 503) refused += 1;
        return reply.status;
      }),
    );
    await vi.waitFor(() => expect(refused).toBe(40), { timeout: 10_000, interval: 10 });
    for (const { status, headers, body } of await Promise.all([page, page, page].map((address) => ask(address)))) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "retry-after": "1" });
      expect(body).toContain("Please try again.");
    }
    expect((await ask(`${url}/healthz`)).status).toBe(200);
    return calls;
  });
  const answers = await Promise.all(asked);
  expect(answers.filter((status) => status === 200)).toHaveLength(MOST_AT_ONCE);
  expect((await ask(page)).status).toBe(200);
});

test("who is slow to send keeps nobody else out", async () => {
  const { url, product } = await openShop();
  const slow = await Promise.all(
    Array.from({ length: MOST_AT_ONCE + 20 }, async () => {
      const sending = request(`${url}/api/cart/quote`, {
        method: "POST",
        agent: false,
        headers: { "content-type": "application/json", "content-length": 1_000, expect: "100-continue" },
      });
      sending.on("error", () => {});
      sending.flushHeaders();
      await once(sending, "continue");
      return sending;
    }),
  );
  const answer = await ask(`${url}/api/products?q=${encodeURIComponent(product.title)}`);
  expect(answer.status).toBe(200);
  for (const sending of slow) sending.destroy();
});

test("when no connection to the database comes free in time, the answer says to come again", async () => {
  const shop = await openTestShop();
  const served = await serve(shop);
  onTestFinished(async () => {
    await served.close();
    await shop.close();
  });
  const { title } = await makeProduct(shop);
  const q = encodeURIComponent(title);
  const pool = shop.db.$client;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  pool.options.connectionTimeoutMillis = 100;

  const call = await ask(`${served.url}/api/products?q=${q}`);
  expect(call).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(JSON.parse(call.body)).toMatchObject({ code: "unavailable" });
  const login = await fetch(`${served.url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "a@example.com", password: "some password" }),
  });
  expect(login.status).toBe(503);
  const page = await ask(`${served.url}/product/${crypto.randomUUID()}`);
  expect(page).toMatchObject({ status: 503, headers: { "retry-after": "1" } });

  for (const client of taken) client.release();
  expect(titled(await ask(`${served.url}/api/products?q=${q}`))).toEqual([title]);
});
