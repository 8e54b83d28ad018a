import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { profiles, profilesByIp } from "../../src/server/agents/limits.ts";
import { createNegotiation } from "../../src/server/agents/negotiate.ts";
import { createClient } from "../../src/server/platform/database/database.ts";
import { type AgentShop, agentProfile, openAgentShop } from "../support/agents.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeStone } from "../support/coupons.ts";
import { json, startFakeServer } from "../support/fake-server.ts";

let shop: AgentShop;
beforeAll(async () => {
  shop = await openAgentShop({ RATE_LIMIT: "on" });
});
afterAll(() => shop.close());
/** The limits of a minute. */
beforeEach(() => shop.clock.advance(61_000));

const query = { query: "quartz" };
const asAgent = (profile: string) => ({ "ucp-agent": `profile="${profile}"` });

test("thirty addresses do not use up the fetches of profiles: one that was not seen before still gets its agent served", async () => {
  const server = await startFakeServer(json(agentProfile()));
  onTestFinished(server.stop);
  const ask = async (path: string, address: string) => {
    const headers = asAgent(server.url + path);
    const reply = await shop.call("POST", "/ucp/v1/catalog/search", { json: query, headers, address });
    return reply.statusCode;
  };
  expect(await ask("/of-another", "198.51.100.7")).toBe(200);
  // As after 20 fetches of each: more than half of what all together have in a minute.
  const counted = { ...profiles, name: "agent-profiles-all", tries: profiles.all };
  await countTries(shop, 600, counted, "");
  const flood = ["203.0.113.1", "203.0.113.30"];
  for (const [nth, address] of flood.entries()) {
    await countTries(shop, 19, profilesByIp, address);
    await countTries(shop, 3, { ...profiles, tries: profiles.each }, [address, ""]);
    expect(await ask(`/flood-${nth}`, address), "over its small share").toBe(429);
  }
  expect([await ask("/new", "198.51.100.8"), await ask("/new-too", "2001:db8::1")]).toEqual([200, 200]);
  expect(await ask("/of-another", "198.51.100.8")).toBe(200);
  // A fetch that an address over its limit asks for is not refused to others who ask for the same one.
  const both = await Promise.all([ask("/same", flood[0]!), ask("/same", "198.51.100.9")]);
  expect(both[1]).toBe(200);
});

test("an address has four fetches of profiles at a time; slow ones of many do not keep out another", async () => {
  let [running, most] = [0, 0];
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const slow = await startFakeServer(async (reply, request) => {
    most = Math.max(most, ++running);
    await end;
    running -= 1;
    json(agentProfile())(reply, request);
  });
  const quick = await startFakeServer(json(agentProfile()));
  onTestFinished(slow.stop);
  onTestFinished(quick.stop);
  const ask = async (profile: string, address: string) => {
    const headers = asAgent(profile);
    return (await shop.call("POST", "/ucp/v1/catalog/search", { json: query, headers, address })).statusCode;
  };
  const flood = Array.from({ length: 6 }, (_, nth) => ask(`${slow.url}/${nth}`, "203.0.113.1"));
  await expect.poll(() => running).toBe(4);
  expect(await ask(quick.url, "203.0.113.2")).toBe(200);
  expect(most).toBe(4);
  finish();
  expect(await Promise.all(flood)).toEqual(Array(6).fill(200));
});

test("an address that names many profiles does not displace those of others from the cache", async () => {
  const body = JSON.stringify(agentProfile());
  const asked: string[] = [];
  const publicRequest = async (url: string) => {
    asked.push(url);
    return { status: 200, headers: { "cache-control": "max-age=3600" }, body };
  };
  const inTurn = <T>(work: () => Promise<T>) => work();
  const limiter = { take: async () => {}, checkShare: async () => {}, addToShare: async () => {} };
  const negotiate = createNegotiation({ clock: shop.clock, limiter, inTurn, publicRequest } as never);
  await negotiate("https://known.example/", "203.0.113.9");
  for (let nth = 0; nth < 510; nth++) await negotiate(`https://flood.example/${nth}`, "203.0.113.1");
  await negotiate("https://known.example/", "203.0.113.9");
  expect(asked).toHaveLength(511);
  await negotiate("https://flood.example/0", "203.0.113.1");
  expect(asked, "the oldest of the flood").toHaveLength(512);
});

test("agents that hang leave most of the database connections to people", async () => {
  const stone = await makeStone(shop);
  const body = { line_items: [{ item: { id: stone._id }, quantity: 1 }] };
  expect((await shop.ask("POST", "/carts", body)).statusCode).toBe(201);
  const lock = createClient(shop.db);
  await lock.connect();
  await lock.query("begin; lock table agent_carts in access exclusive mode");
  const calls = Array.from({ length: 24 }, (_, nth) =>
    shop.ask("POST", "/carts", body, { address: `203.0.113.${nth + 1}` }).then(({ statusCode }) => statusCode),
  );
  const waiting = async () => {
    const { rows } = await lock.query("select count(*)::int as count from pg_locks where not granted");
    return rows[0].count as number;
  };
  await expect.poll(waiting).toBe(2);
  const started = performance.now();
  for (let nth = 0; nth < 3; nth++)
    expect((await shop.call("GET", "/api/orders", { token: shop.ownerToken })).statusCode).toBe(200);
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(await waiting()).toBe(2);
  await lock.query("commit");
  await lock.end();
  expect(await Promise.all(calls)).toEqual(Array(24).fill(201));
});
