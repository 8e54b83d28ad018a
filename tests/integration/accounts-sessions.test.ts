import { randomBytes } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { expect, vi } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { ask, mailedToken, openOwnShop, register, reset, statusOf } from "../support/people.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const DAY_MS = 24 * 60 * 60_000;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const changePassword = (shop: Pick<TestShop, "app">, token: string) =>
  ask(shop, "PUT", "profile", { token, json: { name: "Asha", phone: "", password: "another password" } });

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
  const token = await shop.services.sessions.issue({ id, role: "owner", generation: 1 });
  expect(await statusOf(shop, token)).toBe(401);
});

test("an authenticated call reads the user once", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const query = vi.spyOn(shop.db.$client, "query");
  for (let i = 0; i < 5; i++) expect(await statusOf(shop, token)).toBe(200);
  // Two queries a call: the session's and the profile's own.
  expect(query).toHaveBeenCalledTimes(10);
  query.mockRestore();
});

const waysToChange = {
  "saved in the profile": async (shop: TestShop, { token }: { token: string }) =>
    (await changePassword(shop, token)).json().token as string,
  "set with a reset link": async (shop: TestShop, { email }: { email: string }) =>
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
