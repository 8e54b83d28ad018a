import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { loginByIp } from "../../src/server/accounts/limits.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { oldHash } from "../support/old-hash.ts";
import { someAddress, statusOf } from "../support/people.ts";
import { OWNER, openTestShop, type TestShop, test } from "../support/test-shop.ts";

const WRONG = { code: "wrong_credentials", message: "Invalid email or password" };

/** Uses a separate address, so that tests do not share rate limits. */
const logIn = (shop: TestShop, json: unknown) =>
  shop.app.inject({
    method: "POST",
    url: "/api/users/login",
    remoteAddress: someAddress(),
    payload: json as object,
  });

test("a login returns a token that lasts seven days, whatever the case of the e-mail and whatever role is sent", async ({
  shop,
}) => {
  const customer = await makeCustomer(shop);
  const { email, password } = customer;
  const reply = await logIn(shop, { email: email.toUpperCase(), password, role: "owner", id: randomUUID() });
  expect(reply.statusCode).toBe(200);
  expect(Object.keys(reply.json())).toEqual(["token"]);
  const payload = decodeJwt(reply.json().token);
  const now = Math.floor(shop.clock.now().getTime() / 1000);
  expect(payload).toEqual({
    id: customer.id,
    role: "customer",
    gen: 1,
    sid: expect.any(String),
    iat: now,
    exp: now + 7 * 24 * 60 * 60,
  });
  expect(decodeJwt(shop.ownerToken)).toMatchObject({ role: "owner", id: expect.any(String) });
});

test("a password is compared exactly, after Unicode normalization", async ({ shop }) => {
  const { email, password } = await makeCustomer(shop);
  for (const wrong of [password.toUpperCase(), `${password} `, password.slice(0, -1), `${password}\u0000`]) {
    expect((await logIn(shop, { email, password: wrong })).statusCode).toBe(401);
  }
  expect(password.normalize("NFD")).not.toBe(password.normalize("NFC"));
  for (const form of ["NFC", "NFD"]) {
    expect((await logIn(shop, { email, password: password.normalize(form) })).statusCode).toBe(200);
  }
});

test("a wrong password and an unknown e-mail get the same response", async ({ shop }) => {
  const { email, password } = await makeCustomer(shop);
  const wrong = await logIn(shop, { email, password: "not the password" });
  const unknown = await logIn(shop, { email: `nobody-${email}`, password });
  for (const reply of [wrong, unknown]) {
    expect(reply.statusCode).toBe(401);
    expect(problemOf(reply)).toEqual(WRONG);
  }
  expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
});

test("each missing field or field of the wrong type is named", async ({ shop }) => {
  expectRefused(await logIn(shop, {}), "email", "password");
  expectRefused(await logIn(shop, { email: "x@example.com" }), "password");
  expectRefused(await logIn(shop, { password: "x" }), "email");
  expectRefused(await logIn(shop, { email: "x@example.com", password: "" }), "password");
  for (const wrong of [1, true, null, ["x"], { a: 1 }]) {
    expectRefused(await logIn(shop, { email: wrong, password: wrong }), "email", "password");
  }
  const password = OWNER.password;
  for (const email of [
    "",
    "owner",
    "owner@",
    "@example.com",
    "owner@example.com\u0000",
    `${"x".repeat(250)}@example.com`,
  ]) {
    expectRefused(await logIn(shop, { email, password }), "email");
  }
  expectRefused(await logIn(shop, { email: OWNER.email, password: "x".repeat(129) }), "password");
});

test("returns 400 with a sentence when the body is not an object", async ({ shop }) => {
  for (const body of ["[]", "null", '"text"', "1", "true"]) {
    const headers = { "content-type": "application/json" };
    const reply = await shop.app.inject({ method: "POST", url: "/api/users/login", headers, payload: body });
    expect(reply.statusCode, body).toBe(400);
    expect(problemOf(reply).message).toMatch(/\.$/);
  }
});

test("X-Forwarded-For is trusted for TRUST_PROXY hops only", async ({ shop }) => {
  const behindProxy = await openTestShop({ TRUST_PROXY: "1" });
  const tryFrom = (which: TestShop, forwarded: string) =>
    which.call("POST", "/api/users/login", {
      json: { email: `nobody-${randomUUID()}@example.com`, password: "x" },
      headers: { "x-forwarded-for": forwarded },
    });
  const statuses = async (which: TestShop, forwarded: (i: number) => string) => {
    const seen = [];
    for (let i = 0; i < 2; i++) seen.push((await tryFrom(which, forwarded(i))).statusCode);
    return seen;
  };
  try {
    await countTries(behindProxy, 299, loginByIp, "198.51.100.1");
    for (const which of [behindProxy, shop]) await countTries(which, 299, loginByIp, "127.0.0.1");
    expect(await statuses(behindProxy, (i) => `203.0.113.${i}`)).toEqual([401, 401]);
    expect(await statuses(behindProxy, (i) => `203.0.113.${i}, 198.51.100.1`)).toEqual([401, 429]);
    expect(await statuses(shop, (i) => `203.0.113.${i}`)).toEqual([401, 429]);
  } finally {
    await behindProxy.close();
  }
});

test("a login replaces an old base64url hash, without ending tokens or sending a mail", async ({ shop }) => {
  const { id, email, token } = await makeCustomer(shop);
  const { hash, password } = oldHash;
  const storedHash = async () => (await shop.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash;
  await shop.db.update(users).set({ passwordHash: hash }).where(eq(users.id, id));
  expect((await logIn(shop, { email, password: "wrong" })).statusCode).toBe(401);
  expect(await storedHash()).toBe(hash);
  expect((await logIn(shop, { email, password })).statusCode).toBe(200);
  const upgraded = await storedHash();
  expect(upgraded).toMatch(/^\$argon2id\$[^-_]+$/);
  expect(upgraded).not.toBe(hash);
  expect((await logIn(shop, { email, password })).statusCode).toBe(200);
  expect(await storedHash()).toBe(upgraded);
  expect(await statusOf(shop, token)).toBe(200);
  expect(await mailsTo(shop, email)).toEqual([]);
});

test("a change made directly in the database takes effect at once; processes that start together create one owner", async () => {
  const shop = await openTestShop();
  const status = async (token: string) =>
    (await shop.call("DELETE", `/api/products/${randomUUID()}`, { token })).statusCode;
  const { ensureOwner } = shop.services.accounts;
  const owners = () => shop.db.select({ email: users.email }).from(users).where(eq(users.role, "owner"));
  try {
    expect(await status(shop.ownerToken)).toBe(404);
    await shop.db.update(users).set({ tokenGeneration: sql`token_generation + 1` }).where(eq(users.role, "owner"));
    expect(await status(shop.ownerToken)).toBe(401);
    const token = await shop.logIn();
    expect(await status(token)).toBe(404);
    await shop.db.delete(users);
    expect(await status(token)).toBe(401);

    await expect(ensureOwner({ email: "owner@example.com", password: "password123" })).rejects.toMatchObject({
      fields: { password: expect.stringContaining("too common") },
    });
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, i) => ensureOwner({ email: `Owner-${i}@Example.com` })),
    );
    expect(made.filter((result) => result.made)).toEqual([
      { made: true, generated: expect.stringMatching(/^[\w-]{16,}$/) },
    ]);
    const winner = made.findIndex((result) => result.made);
    expect(await owners()).toEqual([{ email: `owner-${winner}@example.com` }]);
    const password = made.find((result) => result.made)?.generated;
    expect((await logIn(shop, { email: `owner-${winner}@example.com`, password })).statusCode).toBe(200);
    expect(await ensureOwner({ email: "second@example.com", password: "password123" })).toEqual({ made: false });
    expect(await owners()).toHaveLength(1);
  } finally {
    await shop.close();
  }
});
