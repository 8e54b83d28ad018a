import { Agent, request as httpRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, vi } from "vitest";
import { makeProduct, unique } from "../support/forms.ts";
import { isFromCache, openSocket, request, sendRaw, text } from "../support/http-clients.ts";
import { openOwnShop, serve, serveAtCapacity, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

/** A waiter renders the page itself after this time. */
const WAIT_CEILING_MS = 1_000;
const DRAIN_MS = 1_500;
const NO_DRAIN_MS = 60_000;
const TIMEOUTS = { headersMs: 20_000, requestMs: 60_000, idleMs: 60_000, checkEveryMs: 1_000, drainMs: DRAIN_MS };

const get = (target: string, headers: string[] = []) =>
  [`GET ${target} HTTP/1.1`, "host: shop", ...headers, "", ""].join("\r\n");

const countResponses = (bytes: Buffer) => bytes.toString("latin1").split("HTTP/1.1 ").length - 1;

/** The path of an uncached response of about 1.5 MB. */
async function makeLargeResponse(shop: TestShop) {
  const word = unique("Large");
  const description = "क".repeat(10_000);
  for (let batch = 0; batch < 5; batch++)
    await Promise.all(Array.from({ length: 10 }, () => makeProduct(shop, { title: word, description })));
  return `/api/products?q=${encodeURIComponent(word)}&limit=100`;
}

/** A connection that reads nothing, with responses that do not fit into the sockets' buffers before the given requests. */
function stall(url: string, largePath: string, requests = "") {
  const socket = openSocket(url);
  socket.pause();
  onTestFinished(socket.destroy);
  socket.send(get(largePath).repeat(6) + requests);
  return socket;
}

/** A shop of its own, because what is done to it would disturb the other tests. */
async function openServedShop(drainMs = DRAIN_MS) {
  const shop = await openOwnShop();
  const timeouts = { ...TIMEOUTS, drainMs };
  const served = await serve(shop, timeouts);
  onTestFinished(served.close);
  return { shop, ...served };
}

describe("connections that do not read", () => {
  test("closes connections that stop reading and refuses nobody else, but a slow reader gets everything", async () => {
    const { shop, url, countConnections } = await openServedShop();
    const largePath = await makeLargeResponse(shop);
    const before = await countConnections();
    stall(url, largePath);
    await until(async () => (await countConnections()) === before + 1);
    // Two connections, so that together they ask for more than the load gate admits.
    const requests = get("/products?q=quartz").repeat(200);
    const sockets = [stall(url, largePath, requests), stall(url, largePath, requests)];
    for (let nth = 0; nth < 10; nth++) {
      expect((await request(`${url}/products?q=visitor-${nth}`)).status).toBe(200);
      await delay(50);
    }
    await until(async () => (await countConnections()) === before, 10 * DRAIN_MS);
    for (const socket of sockets) socket.resume();
    for (const socket of sockets) expect(countResponses(await socket.bytes())).toBeLessThan(200);

    const { body } = await request(url + largePath);
    const slow = openSocket(url);
    slow.pause();
    onTestFinished(slow.destroy);
    slow.send(get(largePath).repeat(7) + get(largePath, ["connection: close"]));
    let isClosed = false;
    const reading = slow.bytes().finally(() => (isClosed = true));
    const began = performance.now();
    await until(async () => {
      if (performance.now() - began < 2 * DRAIN_MS) slow.readChunk();
      else slow.resume();
      return isClosed;
    }, 60_000);
    const received = await reading;
    expect(performance.now() - began).toBeGreaterThan(DRAIN_MS);
    expect(countResponses(received)).toBe(8);
    expect(received.length).toBeGreaterThan(8 * body.length);

    // A connection that pipelines thousands of requests is cut, and others are served meanwhile.
    const pipelining = openSocket(url);
    pipelining.send(get("/api/products?q=pipelined").repeat(3_000));
    for (let nth = 0; nth < 5; nth++) expect((await request(`${url}/products?q=other-${nth}`)).status).toBe(200);
    expect(countResponses(await pipelining.bytes())).toBeLessThan(3_000);
  });

  test("keeps the connection of a client that sends one request after the other", async ({ url }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ports = new Set<number | undefined>();
    const send = (path: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      httpRequest(url + path, { agent }, (reply) => {
        ports.add(reply.socket.localPort);
        reply.resume().on("end", () => resolve(reply.statusCode!));
      })
        .on("error", reject)
        .end();
      return promise;
    };
    for (let nth = 0; nth < 300; nth++) {
      expect(await send(nth % 3 === 0 ? "/api/products?q=steady" : "/about"), `request ${nth}`).toBe(200);
    }
    expect(ports.size).toBe(1);
  });
});

describe("waiting for a response that another visitor's request produces", () => {
  /** Holds the first query for this record until it is released or made to fail. */
  function holdFirstQuery({ db }: TestShop, id: string) {
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const query = db.$client.query.bind(db.$client) as (...values: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(db.$client, "query").mockImplementation((async (...values: unknown[]) => {
      if (!JSON.stringify(values).includes(id)) return query(...values);
      spy.mockImplementation(query as never);
      started.resolve();
      await held.promise;
      return query(...values);
    }) as never);
    onTestFinished(() => {
      held.resolve();
      spy.mockRestore();
    });
    return { started: started.promise, release: held.resolve, fail: () => held.reject(new Error("held query")) };
  }

  test("a HEAD that is not answered does not delay the GET of another visitor", async ({ shop, url }) => {
    const { _id } = await makeProduct(shop);
    const path = `${url}/product/${_id}`;
    const { started, release } = holdFirstQuery(shop, _id);
    const first = request(path, {}, "HEAD");
    await started;
    const began = performance.now();
    const { status, body } = await request(path);
    expect(performance.now() - began).toBeLessThan(WAIT_CEILING_MS);
    expect([status, body.toString("utf8").endsWith("</html>")]).toEqual([200, true]);
    release();
    expect((await first).status).toBe(200);
    expect(isFromCache(await request(path))).toBe(true);
  });

  test("waiters get the response when it is stored, whether or not its first reader reads", async () => {
    const { shop, url } = await openServedShop(NO_DRAIN_MS);
    const largePath = await makeLargeResponse(shop);
    const { _id } = await makeProduct(shop);
    const { started, release } = holdFirstQuery(shop, _id);
    stall(url, largePath, get(`/product/${_id}`));
    await started;
    const waiters = [1, 2, 3].map(() => request(`${url}/product/${_id}`));
    await request(`${url}/api/products?q=arrived`);
    release();
    const began = performance.now();
    const responses = await Promise.all(waiters);
    expect(performance.now() - began).toBeLessThan(WAIT_CEILING_MS);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.map(isFromCache)).toEqual([true, true, true]);
  });

  test("a GET after a HEAD gets the body, and is cached", async ({ shop, url }) => {
    const path = `/product/${(await makeProduct(shop))._id}`;
    const first = await request(url + path, {}, "HEAD");
    expect([first.status, first.body.length]).toEqual([200, 0]);
    const page = await request(url + path);
    expect(page.body.toString("utf8")).toContain("</html>");
    const cached = await request(url + path);
    expect(isFromCache(cached)).toBe(true);
    expect(cached.body.equals(page.body)).toBe(true);
  });

  test("waiters render the response themselves when the first request fails", async ({ shop, url }) => {
    const { _id } = await makeProduct(shop);
    const path = `${url}/api/products/${_id}`;
    const { started, fail } = holdFirstQuery(shop, _id);
    const first = request(path);
    await started;
    const waiters = [request(path), request(path), request(path)];
    fail();
    expect((await first).status).toBe(500);
    for (const { status, body } of await Promise.all(waiters)) {
      expect(status).toBe(200);
      expect(JSON.parse(`${body}`)).toMatchObject({ _id });
    }
  });

  test("waiters render the response themselves when the first request takes too long", async ({ shop, url }) => {
    const { _id } = await makeProduct(shop);
    const { started, fail } = holdFirstQuery(shop, _id);
    const first = request(`${url}/api/products/${_id}`);
    await started;
    const order: string[] = [];
    await request(`${url}/api/products/${_id}`).then(({ status }) => order.push(`waiter ${status}`));
    fail();
    await first.then(({ status }) => order.push(`first ${status}`));
    expect(order).toEqual(["waiter 200", "first 500"]);
  });
});

const DOT_SEGMENTS = [
  "/assets/../products",
  "/assets/%2e%2e/products",
  "/assets/.%2E/products?page=1",
  "/%2E/x",
  "/./about",
  "/a/..",
  "/..",
  "/uploads/../../products",
];

describe("request targets", () => {
  function expectRefused({ status, headers, body }: Awaited<ReturnType<typeof sendRaw>>, of: string) {
    expect(status, of).toBe(400);
    expect(headers["content-type"], of).toBe("application/json; charset=utf-8");
    expect(headers, of).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cache-control": "no-store",
    });
    expect(JSON.parse(body), of).toEqual({ code: "bad_request", message: "The request could not be understood." });
  }

  test("refuses dot segments before the load gate", async ({ shop }) => {
    const { url, close } = await serveAtCapacity(shop);
    onTestFinished(close);
    for (const target of DOT_SEGMENTS) expectRefused(await sendRaw(url, get(target, ["connection: close"])), target);
    for (const target of ["/assets/..\\products", "/assets/x", "/uploads/products", "/sandbox/x", "/products?q=.."]) {
      const { status } = await sendRaw(url, get(target, ["connection: close"]));
      expect([400, 404, 503], target).toContain(status);
    }
  });

  test("accepts dots that are no dot segment", async ({ url }) => {
    for (const [target, expected] of [
      ["/.well-known/x", 404],
      ["/products?q=..", 200],
      ["/products?q=/../x", 200],
      ["/products/..a", 200],
      ["/robots.txt", 200],
    ] as const)
      expect((await sendRaw(url, get(target, ["connection: close"]))).status, target).toBe(expected);
  });

  test("refuses every form of target but a path, and logs no address", async ({ shop, url }) => {
    const token = unique("token").replace(" ", "-");
    for (const target of [`http://shop/reset-password/${token}`, `HTTPS://shop/about?${token}`, "*", `about/${token}`])
      expectRefused(await sendRaw(url, get(target, ["connection: close"])), target);
    expectRefused(await sendRaw(url, "OPTIONS * HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n"), "OPTIONS *");
    expect((await request(`${url}/reset-password/${token}`)).status).toBe(200);
    await delay(100);
    expect(shop.logLines.join("")).not.toContain(token);
  });

  test("refuses a request with two Host headers, for cached pages too", async ({ url }) => {
    await text(`${url}/about`);
    for (const target of ["/about", "/products?q=rose", "/api/products", "/healthz"])
      for (const host of ["shop", "other.example"])
        expectRefused(await sendRaw(url, get(target, [`Host: ${host}`, "connection: close"])), `${target} ${host}`);
  });
});

describe("scripts in content", () => {
  const SCRIPT = "</script><script>alert(1)</script><!--";

  test("a script in a product's texts becomes no markup and gets no nonce", async ({ shop, url }) => {
    const { _id, title } = await makeProduct(shop, { title: unique(SCRIPT), description: SCRIPT.repeat(3) });
    const list = `/products?q=${encodeURIComponent(title)}`;
    for (const path of [`/product/${_id}`, list]) {
      const { headers, body } = await request(url + path);
      const html = body.toString("utf8");
      expect(html, path).not.toContain("<script>alert(1)");
      const policy = String(headers["content-security-policy"]);
      const [, nonce] = /script-src 'self' 'nonce-([\w+/=-]{16,})'(?:;|$)/.exec(policy) ?? [];
      expect(nonce, policy).toBeDefined();
      expect(policy).not.toContain("sha256-");
      // The nonce is only in the nonce attribute, never where content could copy it from.
      for (const [, before] of html.matchAll(new RegExp(`(.{12})${nonce!.replace(/[+]/g, "\\+")}`, "g")))
        expect(before, path).toMatch(/ nonce="$/);
    }
  });
});
