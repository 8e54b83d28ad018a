import { once } from "node:events";
import { type Agent, request } from "node:http";
import Fastify from "fastify";
import { test as base, expect, onTestFinished, vi } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { createLoadGate } from "../../src/server/platform/http/load-gate.ts";
import { makeProduct } from "../support/forms.ts";
import { openTestShop, serve, type TestShop } from "../support/test-shop.ts";

/** The number of requests that the load gate of these tests admits: few, so that a burst is short. */
const MAX_IN_FLIGHT = 40;
const MAX_PER_CLIENT = 32;
const BURST = 60;

interface TimedResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
  ms: number;
}

function get(url: string, agent?: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<TimedResponse>();
  const began = performance.now();
  request(url, { agent: agent ?? false }, (reply) => {
    let body = "";
    reply.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    reply.on("end", () => {
      resolve({ status: reply.statusCode!, headers: reply.headers, body, ms: performance.now() - began });
    });
  })
    .on("error", reject)
    .end();
  return promise;
}

/** A served shop with one product. The tests of this file share it. */
const test = base.extend<{ $file: { running: { url: string; product: Product; db: TestShop["db"] } } }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest derives the fixture's dependencies from the pattern.
    async ({}, use) => {
      const shop = await openTestShop();
      const product = await makeProduct(shop);
      const gate = createLoadGate({ maxInFlight: MAX_IN_FLIGHT, maxPerClient: MAX_PER_CLIENT });
      const served = await serve({ ...shop, services: { ...shop.services, gate } });
      await use({ url: served.url, product, db: shop.db });
      await served.close();
      await shop.close();
    },
    { scope: "file" },
  ],
});

const titlesIn = ({ body }: TimedResponse) => (JSON.parse(body) as Product[]).map(({ title }) => title);

test("answers or refuses every request of a burst quickly", {
  timeout: 240_000,
}, async ({ running: { url, product } }) => {
  const search = `${url}/api/products?q=${encodeURIComponent(product.title)}`;
  const page = `${url}/products?q=${encodeURIComponent(product.title)}`;
  const unloaded: number[] = [];
  for (let number = 0; number < 5; number += 1) unloaded.push((await get(page)).ms);
  const medianMs = unloaded.sort((a, b) => a - b)[2]!;
  // Cached from now on.
  expect((await get(`${url}/about`)).status).toBe(200);

  const pages = Array.from({ length: BURST }, () => get(page));
  const calls = Array.from({ length: 10 }, () => get(search));
  const exempt = ["/readyz", "/about"].map((path) => get(url + path));
  const [pageResponses, callResponses, exemptResponses] = await Promise.all(
    [pages, calls, exempt].map((sent) => Promise.all(sent)),
  );

  const served = pageResponses!.filter(({ status }) => status === 200);
  expect(pageResponses!.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(served.length).toBeGreaterThan(0);
  for (const { body } of served) expect(body).toContain(product.title);
  const slowest = served.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(served.length * 0.99)]!;
  expect(slowest).toBeLessThan(2_000 + 3 * MAX_IN_FLIGHT * medianMs);
  expect(exemptResponses!.map(({ status }) => status)).toEqual([200, 200]);
  for (const response of callResponses!) {
    if (response.status === 200) expect(titlesIn(response)).toContain(product.title);
    else expect([response.status, JSON.parse(response.body).code]).toEqual([503, "unavailable"]);
  }

  expect((await get(search)).status).toBe(200);
  expect((await get(page)).status).toBe(200);
});

test("refuses requests beyond its limit at once, and serves them again afterwards", async ({ running }) => {
  const { url, product, db } = running;
  const page = `${url}/products?q=${encodeURIComponent(product.title)}`;
  const order = JSON.stringify({ items: [{ itemId: product._id, itemType: "product", qty: 1 }] });
  const send = () =>
    fetch(`${url}/api/cart/quote`, { method: "POST", headers: { "content-type": "application/json" }, body: order });
  let refused = 0;
  const calls = await db.transaction(async (tx) => {
    await tx.execute("lock table products in access exclusive mode");
    const sent = Array.from({ length: MAX_PER_CLIENT + 10 }, () =>
      send().then((reply) => {
        if (reply.status === 503) refused += 1;
        return reply.status;
      }),
    );
    await vi.waitFor(() => expect(refused).toBe(10), { timeout: 10_000, interval: 10 });
    for (const { status, headers, body } of await Promise.all([page, page, page].map((one) => get(one)))) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "retry-after": "1" });
      expect(body).toContain("Please try again.");
    }
    expect((await get(`${url}/healthz`)).status).toBe(200);
    return sent;
  });
  const statuses = await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_PER_CLIENT);
  expect((await get(page)).status).toBe(200);
});

test("/healthz returns 503 while most requests are refused, and 200 again afterwards", async () => {
  const shop = await openTestShop();
  let time = 0;
  const gate = createLoadGate({ maxInFlight: 0, now: () => time });
  const served = await serve({ ...shop, services: { ...shop.services, gate } });
  onTestFinished(async () => {
    await served.close();
    await shop.close();
  });
  const health = async () => {
    const { status, body } = await get(`${served.url}/healthz`);
    return [status, (JSON.parse(body) as { status: string }).status];
  };
  for (let second = 0; second < 3; second++) {
    expect(await health()).toEqual([200, "ok"]);
    time += 1000;
    expect((await get(`${served.url}/products?q=refused`)).status).toBe(503);
  }
  expect(await health()).toEqual([503, "overloaded: most requests of the last 5 seconds were refused"]);
  time += 5000;
  expect(await health()).toEqual([200, "ok"]);
});

test("requests of one client beyond its share wait their turn, and delay no other client", async () => {
  const app = Fastify({ trustProxy: true });
  const gate = createLoadGate({ maxRunningPerClient: 2 });
  await app.register(gate.plugin);
  const started: string[] = [];
  const work = new Map<string, PromiseWithResolvers<string>>();
  app.post("/:name", ({ params }) => {
    const { name } = params as { name: string };
    started.push(name);
    work.set(name, Promise.withResolvers());
    return work.get(name)!.promise;
  });
  const url = await app.listen();
  onTestFinished(async () => {
    for (const { resolve } of work.values()) resolve("");
    await app.close();
  });
  const send = (name: string, client = "203.0.113.1", signal?: AbortSignal) =>
    fetch(`${url}/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": client },
      body: "{}",
      ...(signal && { signal }),
    });
  const hasStarted = (...names: string[]) => vi.waitFor(() => expect(started).toEqual(names));

  const areInFlight = (count: number) => vi.waitFor(() => expect(gate.state().inFlight).toBe(count));

  const replies = [send("first")];
  await hasStarted("first");
  replies.push(send("second"));
  await hasStarted("first", "second");
  const givenUp = new AbortController();
  const waiting = send("given up", undefined, givenUp.signal).catch(() => {});
  await areInFlight(3);
  replies.push(send("other", "198.51.100.1"));
  await hasStarted("first", "second", "other");
  givenUp.abort();
  await waiting;
  await areInFlight(3);
  replies.push(send("third"));
  await areInFlight(4);
  work.get("second")!.resolve("");
  await hasStarted("first", "second", "other", "third");

  for (const { resolve } of work.values()) resolve("");
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test("slow senders do not block other visitors", async ({ running: { url, product } }) => {
  const slow = await Promise.all(
    Array.from({ length: MAX_IN_FLIGHT + 20 }, async () => {
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
  const response = await get(`${url}/api/products?q=${encodeURIComponent(product.title)}`);
  expect(response.status).toBe(200);
  for (const sending of slow) sending.destroy();
});

test("returns 503 with Retry-After when no database connection becomes free in time", async () => {
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

  const call = await get(`${served.url}/api/products?q=${q}`);
  expect(call).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(JSON.parse(call.body)).toMatchObject({ code: "unavailable" });
  const login = await fetch(`${served.url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "a@example.com", password: "some password" }),
  });
  expect(login.status).toBe(503);
  const page = await get(`${served.url}/product/${crypto.randomUUID()}`);
  expect(page).toMatchObject({ status: 503, headers: { "retry-after": "1" } });

  for (const client of taken) client.release();
  expect(titlesIn(await get(`${served.url}/api/products?q=${q}`))).toEqual([title]);
});
