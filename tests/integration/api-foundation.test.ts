import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished } from "vitest";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { problemOf, SENTENCE } from "../support/forms.ts";
import { OWNER, openTestShop, test } from "../support/test-shop.ts";

async function ownShop() {
  const shop = await openTestShop();
  onTestFinished(() => shop.close());
  return shop;
}

async function listeningShop() {
  const shop = await ownShop();
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = shop.app.server.address() as AddressInfo;
  const requestLines = () => shop.logLines.map((line) => JSON.parse(line)).filter((line) => line.msg === "request");
  return { ...shop, port, url: `http://127.0.0.1:${port}`, requestLines };
}

test("an empty shop lists no products", async () => {
  const shop = await ownShop();
  const reply = await shop.call("GET", "/api/products");
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual([]);
  expect(reply.headers["x-total-count"]).toBe("0");
});

test.for([
  "/api",
  "/api/",
  "/api/nothing",
  "/api/products/1/2",
  "/api/Products",
  "/api/../etc",
  "/api/%2e%2e/x",
  "/apiary",
])("returns a JSON 404 at %s", async (path, { shop }) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const reply = await shop.call(method, path);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(reply.json()).toEqual({ code: "not_found", message: "There is nothing here." });
  }
});

test.for([
  ["PATCH", "/api/products", ["GET", "HEAD", "POST"]],
  ["DELETE", "/api/products", ["GET", "HEAD", "POST"]],
  ["POST", `/api/products/${randomUUID()}`, ["DELETE", "GET", "HEAD", "PUT"]],
  ["PATCH", "/api/products/?page=2", ["GET", "HEAD", "POST"]],
  ["GET", "/api/users/login", ["POST"]],
  ["DELETE", "/api/openapi.json", ["GET", "HEAD"]],
] as const)("%s %s returns 405 with the allowed methods", async ([method, path, allowed], { shop }) => {
  const reply = await shop.call(method, path, { token: shop.ownerToken });
  expect(reply.statusCode).toBe(405);
  expect(String(reply.headers.allow).split(", ").sort()).toEqual(allowed);
  expect(problemOf(reply)).toMatchObject({ code: "method_not_allowed" });
});

test("accepts a trailing slash", async ({ shop }) => {
  expect((await shop.call("GET", "/api/products/")).statusCode).toBe(200);
});

test.for(["{", "", "{'email':1}", '{"email":"a@b.co",}', '{"__proto__":{"x":1}}', "\u0000"])(
  "returns 400 for malformed JSON: %j",
  async (payload, { shop }) => {
    const headers = { "content-type": "application/json" };
    const reply = await shop.app.inject({ method: "POST", url: "/api/users/login", headers, payload });
    expect(reply.statusCode).toBe(400);
    expect(problemOf(reply).message).toMatch(SENTENCE);
    expect(reply.body).not.toMatch(/FST_|Unexpected|stack/);
  },
);

test.for(["/api/products/%", "/api/products/%zz", "/api/%E0%A4%A", "/api/products/%c3%28"])(
  "returns 400 for a URL that cannot be decoded: %s",
  async (url, { shop }) => {
    const reply = await shop.app.inject({ method: "GET", url });
    expect(reply.statusCode).toBe(400);
    expect(problemOf(reply)).toEqual({ code: "bad_request", message: "The request could not be understood." });
  },
);

test("returns a plain error for a very long id", async ({ shop }) => {
  for (const length of [101, 501, 5000]) {
    const reply = await shop.call("GET", `/api/products/${"x".repeat(length)}`);
    expect([400, 404, 414], String(length)).toContain(reply.statusCode);
    expect(problemOf(reply).message).toMatch(SENTENCE);
  }
});

test("every response has a unique request id", async ({ shop }) => {
  const urls = [
    "/api/products",
    "/api/nothing",
    "/healthz",
    "/readyz",
    "/uploads/x.jpg",
    "/api/docs/",
    "/api/openapi.json",
  ];
  const replies = await Promise.all(urls.map((url) => shop.app.inject({ method: "GET", url })));
  replies.push(await shop.call("POST", "/api/users/login", { json: {} }), await shop.call("POST", "/api/products"));
  const ids = replies.map((reply) => reply.headers["x-request-id"]);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(ids.length);
  const forged = await shop.call("GET", "/healthz", { headers: { "x-request-id": "forged", "request-id": "forged" } });
  expect(forged.headers["x-request-id"]).not.toBe("forged");
});

test("a URL that cannot be decoded gets a request id too", async ({ shop }) => {
  const reply = await shop.app.inject({ method: "GET", url: "/api/products/%zz" });
  expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("/healthz returns 200 while the shop serves, /readyz only while the database answers", async () => {
  const shop = await ownShop();
  const status = async (url: string) => (await shop.call("GET", url)).statusCode;
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
  const [row] = (await shop.db.execute(sql`select current_database() as name`)).rows;
  const server = openDatabase({ connectionString: inject("serverUrl") }, { warn() {} });
  await server.execute(sql.raw(`drop database ${row?.name} with (force)`)).finally(() => server.$client.end());
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
  const reply = await shop.call("GET", "/api/products");
  expect([500, 503]).toContain(reply.statusCode);
  expect(problemOf(reply).message).toMatch(SENTENCE);
});

test("logs one line per request with the route, without parameters or bodies", async () => {
  const shop = await listeningShop();
  const secrets = [
    "secret-search",
    "secret-id",
    "secret@example.com",
    "secret-password",
    "secret-page",
    "secret-token",
  ];
  const post = (path: string, body: unknown) =>
    fetch(shop.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer secret-token" },
      body: JSON.stringify(body),
    });
  const replies = [
    await fetch(`${shop.url}/api/products?q=secret-search`),
    await fetch(`${shop.url}/api/products/secret-id`),
    await post("/api/users/login", { email: "secret@example.com", password: "secret-password" }),
    await post("/api/users/login", OWNER),
    await post("/api/products", {}),
    await fetch(`${shop.url}/api/secret-page`),
    await fetch(`${shop.url}/reset-password/secret-token?x=secret-search`),
  ];
  const token = ((await replies[3]!.json()) as { token: string }).token;
  await Promise.all(replies.map((reply) => reply.body?.cancel().catch(() => {})));
  await expect.poll(() => shop.requestLines().length).toBe(replies.length);
  const lines = shop.requestLines();
  expect(lines.map((line) => line.status)).toEqual(replies.map((reply) => reply.status));
  expect(lines[0]).toMatchObject({ method: "GET", route: "/api/products", status: 200, ms: expect.any(Number) });
  expect(lines[1]).toMatchObject({ route: "/api/products/:id", status: 404 });
  expect(lines.map((line) => line.reqId)).toEqual(replies.map((reply) => reply.headers.get("x-request-id")));
  for (const secret of [...secrets, token, OWNER.email, OWNER.password]) {
    expect(shop.logLines.join("")).not.toContain(secret);
  }
});

test("malformed requests leave no secrets in the log", async () => {
  const shop = await listeningShop();
  await fetch(`${shop.url}/api/products/%zz?q=secret-search`);
  const socket = connect(shop.port, "127.0.0.1").on("error", () => {});
  socket.end("GET /secret-path\r\nsecret-header\r\n\r\n");
  await once(socket.resume(), "close");
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect(shop.logLines.join("")).not.toContain("secret");
});

test("an internal error returns a plain 500 and is logged with its request id, without the request data", async () => {
  const shop = await ownShop();
  await shop.db.execute(sql`drop table products cascade`);
  await shop.db.execute(sql`alter table users rename to users_renamed`);
  const replies = [
    await shop.call("GET", "/api/products?q=secret-search"),
    await shop.call("POST", "/api/users/login", { json: { email: "secret@example.com", password: "secret-password" } }),
    await shop.call("DELETE", `/api/products/${randomUUID()}`, { token: shop.ownerToken }),
  ];
  for (const reply of replies) {
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      code: "internal",
      message: "Something went wrong on our side. Please try again.",
    });
  }
  const faults = shop.logLines.map((line) => JSON.parse(line)).filter((line) => line.level === 50);
  expect(faults.map((line) => line.reqId)).toEqual(replies.map((reply) => reply.headers["x-request-id"]));
  expect(JSON.stringify(faults[0])).toContain('relation \\"products\\" does not exist');
  const log = shop.logLines.join("");
  for (const secret of ["secret", shop.ownerToken]) expect(log).not.toContain(secret);
});
