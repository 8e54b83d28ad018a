import { randomBytes } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { expect, vi } from "vitest";
import type { Login } from "../../src/contracts/accounts/user.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { ask, mailedToken, register, reset, statusOf } from "../support/people.ts";
import { issueToken, openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const DAY_MS = 24 * 60 * 60_000;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

interface Person {
  email: string;
  password: string;
  token: string;
}

const changePassword = (shop: Pick<TestShop, "app">, { token, password: currentPassword }: Person) =>
  ask(shop, "PUT", "profile", {
    token,
    json: { name: "Asha", phone: "", password: "another password", currentPassword },
  });

test("returns 401 for a token the shop did not sign", async ({ shop }) => {
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

test("a token expires after seven days", async () => {
  const shop = await openOwnShop();
  const { token } = await makeCustomer(shop);
  shop.clock.advance(7 * DAY_MS - 1000);
  expect(await statusOf(shop, token)).toBe(200);
  shop.clock.advance(1000);
  expect(await statusOf(shop, token)).toBe(401);
});

test("returns 401 when the token's role is not the user's role", async ({ shop }) => {
  const { id } = await makeCustomer(shop);
  const token = await issueToken(shop, { id, role: "owner", generation: 1 });
  expect(await statusOf(shop, token)).toBe(401);
});

test("an authenticated call reads the user once", async ({ shop }) => {
  const tokens = [(await makeCustomer(shop)).token, (await register(shop)).token];
  const query = vi.spyOn(shop.db.$client, "query");
  for (const token of tokens) for (let i = 0; i < 5; i++) expect(await statusOf(shop, token)).toBe(200);
  // Two queries a call: the session's and the profile's own.
  expect(query).toHaveBeenCalledTimes(20);
  query.mockRestore();
});

const CHROME =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

async function logInFrom(shop: TestShop, { email, password }: { email: string; password: string }, address: string) {
  const reply = await shop.app.inject({
    method: "POST",
    url: "/api/users/login",
    remoteAddress: address,
    headers: { "user-agent": CHROME },
    payload: { email, password },
  });
  return reply.json().token as string;
}

const appointmentsOfLines = async (shop: TestShop, token: string) =>
  (await shop.call("GET", "/api/users/sessions", { token })).json() as Login[];

test("lists one's logins with device, network and times, and ends one of them", async ({ shop }) => {
  const [asha, other] = [await register(shop), await register(shop)];
  shop.clock.advance(60_000);
  const phone = await logInFrom(shop, asha, "203.0.113.77");
  const start = shop.clock.now().toISOString();
  expect(await appointmentsOfLines(shop, phone)).toMatchObject([
    { device: "Chrome on Android", network: "203.0.113.0/24", createdAt: start, lastSeenAt: start, current: true },
    { current: false },
  ]);

  // "Last seen" is written after some minutes, not with every call.
  shop.clock.advance(60_000);
  await ask(shop, "GET", "profile", { token: phone, address: "198.51.100.9" });
  expect((await appointmentsOfLines(shop, asha.token)).find(({ createdAt }) => createdAt === start)?.lastSeenAt).toBe(
    start,
  );
  shop.clock.advance(5 * 60_000);
  await ask(shop, "GET", "profile", { token: phone, address: "198.51.100.9" });
  const seen = { network: "198.51.100.0/24", lastSeenAt: shop.clock.now().toISOString(), createdAt: start };
  const [found] = (await appointmentsOfLines(shop, asha.token)).filter(({ createdAt }) => createdAt === start);
  expect(found).toMatchObject(seen);

  const path = `/api/users/sessions/${found!._id}`;
  expect((await shop.call("DELETE", path, { token: other.token })).statusCode).toBe(404);
  expect((await shop.call("DELETE", path, { token: asha.token })).statusCode).toBe(200);
  expect([await statusOf(shop, phone), await statusOf(shop, asha.token)]).toEqual([401, 200]);
  expect(problemOf(await shop.call("DELETE", path, { token: asha.token })).code).toBe("session_not_found");
});

test("logging out everywhere ends every token at once, and a token without a login never works", async ({ shop }) => {
  const person = await register(shop);
  const again = await shop.logIn(person);
  const { id } = decodeJwt(person.token) as { id: string };
  const old = await shop.services.logins.issue({ id, role: "customer", generation: 1 });
  expect(await statusOf(shop, old)).toBe(401);
  const all = [person.token, again];
  for (const token of all) expect(await statusOf(shop, token)).toBe(200);
  expect((await shop.call("DELETE", "/api/users/sessions", { token: again })).statusCode).toBe(200);
  for (const token of all) expect(await statusOf(shop, token)).toBe(401);
  const next = await shop.logIn(person);
  expect(await appointmentsOfLines(shop, next)).toMatchObject([{ current: true }]);
  expect((await shop.call("DELETE", "/api/users/sessions/current", { token: next })).statusCode).toBe(200);
  expect(await statusOf(shop, next)).toBe(401);
});

const waysToChange = {
  "saved in the profile": async (shop: TestShop, person: Person) =>
    (await changePassword(shop, person)).json().token as string,
  "set with a reset link": async (shop: TestShop, { email }: Person) =>
    (await reset(shop, await mailedToken(shop, email), "a brand new password")).json().token as string,
};

for (const [way, change] of Object.entries(waysToChange)) {
  test(`a password ${way} in one process ends older tokens in every process at once`, async ({ shop }) => {
    const second = await openSecondShop(shop);
    const person = await register(shop);
    const { token } = person;
    expect([await statusOf(shop, token), await statusOf(second, token)]).toEqual([200, 200]);
    const fresh = await change(shop, person);
    expect([await statusOf(shop, token), await statusOf(second, token)]).toEqual([401, 401]);
    expect([await statusOf(shop, fresh), await statusOf(second, fresh)]).toEqual([200, 200]);
  });
}
