import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { decodeJwt, SignJWT } from "jose";
import { expect, vi } from "vitest";
import { users } from "../../src/server/accounts/user-table.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { ask, mailedToken, openOwnShop, register, reset, statusOf } from "../support/people.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const DAY_MS = 24 * 60 * 60_000;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const changePassword = (shop: Pick<TestShop, "app">, token: string) =>
  ask(shop, "PUT", "profile", { token, json: { name: "Asha", phone: "", password: "another password" } });

const raiseGeneration = (shop: TestShop, id: string) =>
  shop.db.update(users).set({ tokenGeneration: sql`token_generation + 1` }).where(eq(users.id, id));

const loseSignals = (shop: TestShop) =>
  shop.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'nakshatra signals'`);

test("tokens that the shop did not sign are refused", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const [head = "", body = "", signature = ""] = token.split(".");
  const claims = decodeJwt(token);
  const asOwner = { ...decodeJwt(shop.ownerToken) };
  const sign = (key: Uint8Array, alg: string) => new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
  const ownKey = new TextEncoder().encode(shop.config.jwtSecret);
  const forged = [
    `${encode({ alg: "none" })}.${encode(asOwner)}.`,
    `${encode({ alg: "None", typ: "JWT" })}.${encode(asOwner)}.${signature}`,
    `${encode({ alg: "none" })}.${body}`,
    await sign(randomBytes(32), "HS256"),
    await sign(new Uint8Array(32), "HS256"),
    await sign(Buffer.concat([ownKey, randomBytes(32)]), "HS512"),
    await sign(ownKey, "HS512").catch(() => "x.y.z"),
    `${head}.${encode({ ...claims, role: "owner" })}.${signature}`,
    `${head}.${body}.${signature.slice(0, -2)}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    "not-a-token",
    "..",
    "x".repeat(5000),
  ];
  expect(await statusOf(shop, token)).toBe(200);
  for (const one of forged) {
    const reply = await ask(shop, "GET", "profile", { token: one });
    expect([reply.statusCode, problemOf(reply).code], one).toEqual([401, "not_signed_in"]);
  }
});

test("a token is good for seven days", async () => {
  const shop = await openOwnShop();
  const { token } = await makeCustomer(shop);
  shop.clock.advance(7 * DAY_MS - 1000);
  expect(await statusOf(shop, token)).toBe(200);
  shop.clock.advance(1000);
  expect(await statusOf(shop, token)).toBe(401);
});

test("a token whose role is no longer its user's is refused", async ({ shop }) => {
  const { id } = await makeCustomer(shop);
  const token = await shop.services.sessions.issue({ id, role: "owner", generation: 1 });
  expect(await statusOf(shop, token)).toBe(401);
});

test("who is logged in is not looked up on every call", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  expect(await statusOf(shop, token)).toBe(200);
  const asked = vi.spyOn(shop.db.$client, "query");
  for (let i = 0; i < 5; i++) expect(await statusOf(shop, token)).toBe(200);
  // Each call reads the profile itself, and nothing besides.
  expect(asked).toHaveBeenCalledTimes(5);
  asked.mockRestore();
});

const waysToChange = {
  "saved in the profile": async (shop: TestShop, { token }: { token: string }) =>
    (await changePassword(shop, token)).json().token as string,
  "set with a reset link": async (shop: TestShop, { email }: { email: string }) =>
    (await reset(shop, await mailedToken(shop, email), "a brand new password")).json().token as string,
};

for (const [way, change] of Object.entries(waysToChange)) {
  test(`a password ${way} in one process ends older tokens in another`, async ({ shop }) => {
    const second = await openSecondShop(shop);
    const person = await register(shop);
    const { token } = person;
    expect([await statusOf(shop, token), await statusOf(second, token)]).toEqual([200, 200]);
    const fresh = await change(shop, person);
    expect(await statusOf(shop, token)).toBe(401);
    await vi.waitFor(async () => expect(await statusOf(second, token)).toBe(401), { timeout: 15_000, interval: 10 });
    expect([await statusOf(shop, fresh), await statusOf(second, fresh)]).toEqual([200, 200]);
  });
}

test("a fresh token is good in a process that has not heard yet of the change", async () => {
  const shop = await openOwnShop();
  const second = await openSecondShop(shop);
  const { id, token } = await makeCustomer(shop);
  expect(await statusOf(second, token)).toBe(200);
  await raiseGeneration(shop, id);
  const fresh = await shop.services.sessions.issue({ id, role: "customer", generation: 2 });
  expect(await statusOf(second, fresh)).toBe(200);
});

test("an answer from before a change is not kept after it", async ({ shop }) => {
  const second = await openSecondShop(shop);
  const { token } = await makeCustomer(shop);
  const answered = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  const pool = shop.db.$client;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const slowly = vi.spyOn(pool, "query").mockImplementationOnce(async (...args: unknown[]) => {
    const result = await query(...args);
    answered.resolve();
    await heard.promise;
    return result;
  });
  shop.services.signals.on("user-changed", () => heard.resolve());
  const asking = statusOf(shop, token);
  await answered.promise;
  expect((await changePassword(second, token)).statusCode).toBe(200);
  await asking;
  slowly.mockRestore();
  expect(await statusOf(shop, token)).toBe(401);
});

test("a process that cannot hear signals believes only the database", async () => {
  const shop = await openOwnShop();
  const { signals } = shop.services;
  const { id, token } = await makeCustomer(shop);
  expect(await statusOf(shop, token)).toBe(200);
  await loseSignals(shop);
  await vi.waitFor(() => expect(signals.isListening()).toBe(false), { timeout: 15_000, interval: 5 });
  await raiseGeneration(shop, id);
  expect(await statusOf(shop, token)).toBe(401);
});

test("a process that hears signals again has forgotten what it knew, and hears of changes", async () => {
  const shop = await openOwnShop();
  const second = await openSecondShop(shop);
  const { signals } = shop.services;
  const [one, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  expect([await statusOf(shop, one.token), await statusOf(shop, other.token)]).toEqual([200, 200]);
  await loseSignals(shop);
  await vi.waitFor(() => expect(signals.isListening()).toBe(false), { timeout: 15_000, interval: 5 });
  // Nothing tells of this change: only forgetting everything finds it.
  await raiseGeneration(shop, one.id);
  await vi.waitFor(() => expect(signals.isListening()).toBe(true), { timeout: 10_000 });
  expect([await statusOf(shop, one.token), await statusOf(shop, other.token)]).toEqual([401, 200]);

  expect((await changePassword(second, other.token)).statusCode).toBe(200);
  await vi.waitFor(async () => expect(await statusOf(shop, other.token)).toBe(401), { timeout: 15_000, interval: 10 });
});
