import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { agentReplies } from "../../src/server/agents/agent-table.ts";
import { profilesByIp, profilesOfHost } from "../../src/server/agents/limits.ts";
import { createNegotiation } from "../../src/server/agents/negotiate.ts";
import type { Operation } from "../../src/server/agents/operations.ts";
import { createPublicRequest } from "../../src/server/platform/http/public-request.ts";
import { deleteExpired } from "../../src/server/startup/jobs.ts";
import { type AgentShop, agentProfile, openAgentShop } from "../support/agents.ts";
import { countTries } from "../support/counted-tries.ts";
import { type Answer, json, startFakeServer } from "../support/fake-server.ts";
import { openOwnShop, serve, serveAtCapacity } from "../support/test-shop.ts";

let shop: AgentShop;
beforeAll(async () => {
  shop = await openAgentShop();
});
afterAll(() => shop.close());

const HOUR_MS = 60 * 60_000;
const query = { query: "quartz" };
const asAgent = (profile: string) => ({ "ucp-agent": `profile="${profile}"` });

/** The status and code of a search by an agent whose profile is answered like this. */
async function searchAs(answer: Answer, path = "/profile.json") {
  const server = await startFakeServer(answer);
  onTestFinished(server.stop);
  const ask = async () => {
    const reply = await shop.ask("POST", "/catalog/search", query, { profile: server.url + path });
    return [reply.statusCode, reply.json().code ?? reply.json().messages?.[0].code];
  };
  return { server, ask };
}

test("the profile is public, cacheable and names both endpoints", async () => {
  const reply = await shop.call("GET", "/.well-known/ucp");
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    "cache-control": "public, max-age=3600",
    "content-type": "application/json; charset=utf-8",
  });
  const { ucp } = reply.json();
  expect(ucp).toMatchObject({ version: "2026-04-08", payment_handlers: {} });
  expect(ucp.services["dev.ucp.shopping"]).toMatchObject([
    { transport: "rest", endpoint: `${shop.config.publicUrl}/ucp/v1` },
    { transport: "mcp", endpoint: `${shop.config.publicUrl}/ucp/mcp` },
  ]);
  expect(await shop.call("GET", "/llms.txt")).toMatchObject({ body: expect.stringContaining("/.well-known/ucp") });
});

test.for<[name: string, answer: Answer, status: number, code: string]>([
  ["redirects", (reply) => reply.writeHead(302, { location: "/other" }).end(), 424, "profile_unreachable"],
  ["fails", json({}, 500), 424, "profile_unreachable"],
  ["closes the connection", (reply) => reply.destroy(), 424, "profile_unreachable"],
  ["is not JSON", (reply) => reply.end("<html>"), 422, "profile_malformed"],
  ["is no profile", json({ ucp: { version: "2026-04-08" } }), 422, "profile_malformed"],
  ["is huge", json({ ...agentProfile(), more: "x".repeat(129 * 1024) }), 422, "profile_malformed"],
  ["takes long to parse", json({ ...agentProfile(), more: Array(9_000).fill({ a: 1 }) }), 422, "profile_malformed"],
  ["is nested deeply", (reply) => reply.end("[".repeat(60_000)), 422, "profile_malformed"],
  ["has another version", json(agentProfile({ version: "2026-08-25" })), 422, "version_unsupported"],
  ["has no capability in common", json(agentProfile({ capabilities: {} })), 200, "capabilities_incompatible"],
])(
  "an agent whose profile %s gets the protocol's error, and its profile is not read again for a minute",
  async ([, answer, status, code]) => {
    const { server, ask } = await searchAs(answer);
    expect(await ask()).toEqual([status, code]);
    expect(await ask()).toEqual([status, code]);
    expect(server.seen).toHaveLength(1);
    server.answerWith(json(agentProfile()));
    shop.clock.advance(61_000);
    expect(await ask()).toEqual([200, undefined]);
  },
);

test("a profile is kept as long as it says, at most an hour, and requested once by a crowd", async () => {
  const { server, ask } = await searchAs(json(agentProfile(), 200, { "cache-control": "max-age=999999" }));
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(server.seen).toHaveLength(1);
  shop.clock.advance(HOUR_MS - 1000);
  await ask();
  expect(server.seen).toHaveLength(1);
  shop.clock.advance(2000);
  await ask();
  expect(server.seen).toHaveLength(2);
});

test.for([
  undefined,
  "",
  "https://agent.example/profile.json",
  'profile="ftp://agent.example/a"',
  'profile="http://agent.example/a"',
  'profile="https://user:secret@agent.example/a"',
  `profile="https://agent.example/${"a".repeat(1000)}"`,
])("returns 400 for the header UCP-Agent %s", async (header) => {
  const headers: Record<string, string> = header === undefined ? {} : { "ucp-agent": header };
  const reply = await shop.call("POST", "/ucp/v1/catalog/search", { json: query, headers });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({
    code: "invalid_profile_url",
    content: expect.stringContaining("UCP-Agent"),
    continue_url: `${shop.config.publicUrl}/`,
  });
});

test("private addresses, slow servers and names that change their address are unreachable", async () => {
  const answers = [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["169.254.169.254"]];
  let asked = 0;
  const resolve = async () => answers[asked++ % answers.length]!;
  const publicRequest = createPublicRequest({ publicUrl: "https://shop.example", resolve });
  const negotiate = createNegotiation({ ...shop.services, clock: shop.clock, publicRequest, inTurn: (work) => work() });
  for (let i = 0; i < 3; i++)
    await expect(negotiate(`https://agent${i}.example/`, "203.0.113.1")).rejects.toMatchObject({ status: 424 });
  for (const host of ["127.0.0.1", "[::1]", "localhost", "[::ffff:10.0.0.1]", "169.254.169.254"])
    await expect(negotiate(`https://${host}/`, "203.0.113.1")).rejects.toMatchObject({ code: "profile_unreachable" });
  await expect(negotiate("http://127.0.0.1/", "203.0.113.1")).rejects.toMatchObject({ code: "invalid_profile_url" });
  const { ask } = await searchAs(() => {});
  expect(await ask()).toEqual([424, "profile_unreachable"]);
});

test("fetches are limited for an address and a host, and a known agent is served although they are used up", async () => {
  const own = await openOwnShop();
  const server = await startFakeServer(json(agentProfile()));
  onTestFinished(server.stop);
  const ask = (path: string, address: string) =>
    own.call("POST", "/ucp/v1/catalog/search", { json: query, headers: asAgent(server.url + path), address });
  expect((await ask("/known", "203.0.113.9")).statusCode).toBe(200);
  await countTries(own, 19, profilesByIp, "203.0.113.1");
  expect((await ask("/20th", "203.0.113.1")).statusCode).toBe(200);
  expect((await ask("/21st", "203.0.113.1")).statusCode).toBe(429);
  own.clock.advance(61_000);
  await countTries(own, 119, { ...profilesOfHost, name: "agent-profiles-host-all", tries: 120 }, "127.0.0.1");
  expect((await ask("/last", "203.0.113.4")).statusCode).toBe(200);
  const refused = await ask("/new", "203.0.113.7");
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
  expect(refused.json()).toMatchObject({ code: "too_many", content: expect.any(String) });
  expect((await ask("/known", "203.0.113.7")).statusCode).toBe(200);
});

test("errors below /ucp have the protocol's shape: unknown paths, types, sizes, malformed input, overload", async () => {
  const problem = { code: expect.any(String), content: expect.any(String) };
  const expectProblem = (reply: { statusCode: number; json(): object }, status: number) => {
    expect([reply.statusCode, reply.json()]).toEqual([status, expect.objectContaining(problem)]);
    expect(reply.json()).not.toHaveProperty("message");
  };
  expectProblem(await shop.ask("GET", "/nothing"), 404);
  expectProblem(await shop.ask("GET", "/catalog/search"), 404);
  expectProblem(await shop.call("GET", "/ucp/v1/%zz"), 400);
  expectProblem(await shop.ask("POST", "/catalog/search", { query: "x".repeat(65 * 1024) }), 413);
  const send = (payload: string, type: string) =>
    shop.app.inject({
      method: "POST",
      url: "/ucp/v1/catalog/search",
      headers: { "content-type": type, ...asAgent(shop.profile) },
      payload,
    });
  expectProblem(await send("{", "application/json"), 400);
  expectProblem(await send("", "application/json"), 400);
  expectProblem(await send("[".repeat(60_000), "application/json"), 400);
  expectProblem(await send('{"__proto__":{"query":"a"},"query":7}', "application/json"), 400);
  expectProblem(await send("{}", "text/plain"), 415);
  expectProblem(await send("a=b", "application/x-www-form-urlencoded"), 415);
  expect((await shop.ask("POST", "/catalog/search", query)).headers["cache-control"]).toBe("no-store");
  const full = await serveAtCapacity(shop);
  onTestFinished(full.close);
  const busy = await fetch(`${full.url}/ucp/v1/catalog/search`, { method: "POST" });
  expect([busy.status, busy.headers.get("retry-after"), await busy.json()]).toMatchObject([503, "1", problem]);
});

/** A change, as carts are. */
function changing(work: () => Promise<void> = async () => {}) {
  let count = 0;
  const operation: Operation = {
    name: `change_${randomUUID()}`,
    description: "Changes something.",
    method: "POST",
    path: "/changes/:id",
    capability: "dev.ucp.shopping.cart",
    isIdempotent: true,
    async handle({ id }) {
      count += 1;
      await work();
      return { status: 201, body: { id, count, empty: {} } };
    },
  };
  const { agents } = shop.services;
  const call = (key: string | undefined, { raw = "{}", id = "1", profile = shop.profile } = {}) =>
    agents.call(operation, { profile, key, id, body: JSON.parse(raw), raw, ip: "203.0.113.1" });
  return { call, count: () => count };
}

test("a repeated idempotency key gets the first reply byte for byte; another body or id gets 409", async () => {
  const { call, count } = changing();
  const key = randomUUID();
  const first = await call(key);
  expect(first).toEqual({ status: 201, text: '{"id":"1","count":1,"empty":{}}' });
  expect(await call(key)).toEqual(first);
  for (const other of [{ raw: '{ "a": 1 }' }, { id: "2" }])
    await expect(call(key, other)).rejects.toMatchObject({ status: 409, code: "idempotency_conflict" });
  await expect(call("short")).rejects.toMatchObject({ status: 400 });
  const server = await startFakeServer(json(agentProfile()));
  onTestFinished(server.stop);
  expect((await call(key, { profile: server.url })).text).toContain('"count":2');
  await call(undefined);
  expect(count()).toBe(3);
  shop.clock.advance(48 * HOUR_MS + 1000);
  await deleteExpired(shop.services);
  expect(await shop.db.$count(agentReplies)).toBe(0);
  expect((await call(key)).text).toContain('"count":4');
});

test("a duplicate at the same time gets 409 with Retry-After; a failed or abandoned request blocks no key", async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const { call, count } = changing(() => finished);
  const key = randomUUID();
  const first = call(key);
  await expect.poll(count).toBe(1);
  await expect(call(key)).rejects.toMatchObject({ status: 409, headers: { "retry-after": "1" } });
  // The process of the first dies: after a while the key is free again.
  shop.clock.advance(31_000);
  const second = call(key);
  await expect.poll(count).toBe(2);
  finish();
  expect((await second).text).toContain('"count":2');
  await first;
  expect((await call(key)).text).toContain('"count":2');

  let isBroken = true;
  const failing = changing(async () => {
    if (isBroken) throw new Error("a fault");
  });
  await expect(failing.call(key)).rejects.toThrow("a fault");
  isBroken = false;
  expect((await failing.call(key)).text).toContain('"count":2');
});

const rpc = (method: string, params?: object, { id = 1, headers = {} } = {}) =>
  shop.call("POST", "/ucp/mcp", { json: { jsonrpc: "2.0", ...(id && { id }), method, params }, headers });
const meta = (profile = shop.profile) => ({ "ucp-agent": { profile } });

test("MCP: handshake, tools with their schemas, calls with the replies of REST", async () => {
  const hello = await rpc("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: {} });
  expect(hello.json()).toMatchObject({ id: 1, result: { protocolVersion: "2025-06-18", capabilities: { tools: {} } } });
  expect((await rpc("initialize", { protocolVersion: "1999-01-01" })).json().result.protocolVersion).toBe("2025-11-25");
  const started = await rpc("notifications/initialized", {}, { id: 0 });
  expect([started.statusCode, started.body]).toEqual([202, ""]);
  expect((await rpc("ping")).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });

  const { tools } = (await rpc("tools/list")).json().result;
  const names = tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["search_catalog", "lookup_catalog", "get_product"]));
  expect(tools[0].inputSchema).toMatchObject({
    type: "object",
    required: ["meta", "catalog"],
    properties: { catalog: { properties: { query: { type: "string" } } } },
  });
  const called = await rpc("tools/call", { name: "search_catalog", arguments: { meta: meta(), catalog: query } });
  const { structuredContent, content } = called.json().result;
  expect(structuredContent).toEqual((await shop.ask("POST", "/catalog/search", query)).json());
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
});

test("MCP: errors have the protocol's codes, the matching status and no effect on others", async () => {
  const faultOf = async (reply: Awaited<ReturnType<typeof rpc>>) => [reply.statusCode, reply.json().error.code];
  const callTool = (name: string, values: object) => rpc("tools/call", { name, arguments: values });
  expect(await faultOf(await rpc("resources/list"))).toEqual([200, -32601]);
  expect(await faultOf(await callTool("drop_tables", {}))).toEqual([400, -32602]);
  expect(await faultOf(await callTool("search_catalog", { catalog: query }))).toEqual([400, -32602]);
  const ids = Array(51).fill("a");
  const tooMany = await callTool("lookup_catalog", { meta: meta(), catalog: { ids } });
  expect(await faultOf(tooMany)).toEqual([400, -32602]);
  expect(tooMany.json().error.data).toMatchObject({ code: "request_too_large", continue_url: expect.any(String) });
  const nowhere = await callTool("search_catalog", { meta: meta("http://127.0.0.1:1/"), catalog: query });
  expect(await faultOf(nowhere)).toEqual([424, -32001]);
  expect(nowhere.json()).toMatchObject({ id: 1, error: { data: { code: "profile_unreachable" } } });
  const send = (json: unknown) => shop.call("POST", "/ucp/mcp", { json });
  expect(await faultOf(await send([{ jsonrpc: "2.0", id: 1, method: "ping" }]))).toEqual([400, -32600]);
  expect(await faultOf(await send("ping"))).toEqual([400, -32600]);
  const pingWith = async (name: string, value: string) => rpc("ping", {}, { headers: { [name]: value } });
  expect((await pingWith("origin", "https://evil.example")).statusCode).toBe(403);
  expect((await pingWith("origin", shop.config.publicUrl)).statusCode).toBe(200);
  expect(await faultOf(await pingWith("mcp-protocol-version", "1999-01-01"))).toEqual([400, -32602]);
  expect((await pingWith("mcp-protocol-version", "2025-03-26")).statusCode).toBe(200);
  for (const method of ["GET", "DELETE"]) {
    const reply = await shop.call(method, "/ucp/mcp");
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, "POST"]);
  }
});

test("the log names neither what agents search for nor the address of their profile", async () => {
  const { url, close } = await serve(shop);
  onTestFinished(close);
  const headers = { "content-type": "application/json", ...asAgent(`${shop.profile}?of=asha`) };
  const body = JSON.stringify({ query: "a stone for Asha Verma" });
  const reply = await fetch(`${url}/ucp/v1/catalog/search`, { method: "POST", headers, body });
  expect(reply.status).toBe(200);
  await expect.poll(() => shop.logLines.join("")).toContain("/ucp/v1/catalog/search");
  expect(shop.logLines.join("")).not.toMatch(/asha/i);
});
