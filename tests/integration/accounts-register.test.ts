import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { registerByAccount, registerByIp } from "../../src/server/accounts/limits.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { countTries } from "../support/counted-tries.ts";
import { expectRefused, problemOf } from "../support/forms.ts";
import { ask, newPerson, register, someAddress, someEmail, statusOf } from "../support/people.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const HOUR_MS = 60 * 60_000;
const tryToRegister = (shop: TestShop, json: unknown, address = someAddress()) =>
  ask(shop, "POST", "register", { json, address });
const stored = (shop: TestShop, email: string) => shop.db.select().from(users).where(eq(users.email, email));

test("registering creates a customer who is logged in and can log in again", async ({ shop }) => {
  const person = await register(shop);
  expect(decodeJwt(person.token)).toMatchObject({ role: "customer", id: expect.any(String) });
  expect(await statusOf(shop, person.token)).toBe(200);
  const { email, password } = person;
  expect((await ask(shop, "POST", "login", { json: { email, password } })).statusCode).toBe(200);
  const [row] = await stored(shop, email);
  expect(row).toMatchObject({ name: "Asha Rao", phone: "+91 98765 43210", role: "customer", tokenGeneration: 1 });
  expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
});

test("role, id and generation in the body are ignored", async ({ shop }) => {
  const smuggled = { role: "owner", id: "1", _id: "1", tokenGeneration: 99, isAdmin: true, passwordHash: "x" };
  const { email, token } = await register(shop, smuggled);
  expect(decodeJwt(token)).toMatchObject({ role: "customer", gen: 1 });
  expect(await stored(shop, email)).toMatchObject([{ role: "customer", tokenGeneration: 1 }]);
  const body = JSON.stringify(newPerson()).replace("{", '{"__proto__":{"role":"owner"},');
  const headers = { "content-type": "application/json" };
  const reply = await shop.app.inject({ method: "POST", url: "/api/users/register", headers, payload: body });
  expect(reply.statusCode).toBe(400);
});

test("returns 409 when the e-mail is registered, ignoring case and spaces", async ({ shop }) => {
  const email = someEmail();
  await register(shop, { email: `  ${email.toUpperCase()} ` });
  expect(await stored(shop, email)).toHaveLength(1);
  for (const again of [email, email.toUpperCase(), ` ${email}`]) {
    const reply = await tryToRegister(shop, newPerson({ email: again }));
    expect(reply.statusCode).toBe(409);
    expect(problemOf(reply)).toEqual({
      code: "email_taken",
      message: "This e-mail already has an account. Please log in instead.",
      fields: { email: "This e-mail already has an account." },
    });
  }
  const login = { email: ` ${email.toUpperCase()} `, password: "four words of mine" };
  expect((await ask(shop, "POST", "login", { json: login })).statusCode).toBe(200);
});

test("of concurrent registrations with one e-mail, one succeeds and the others get 409", async ({ shop }) => {
  const email = someEmail();
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, i) =>
      tryToRegister(shop, newPerson({ email: i % 2 ? email.toUpperCase() : email, password: `the password ${i}` })),
    ),
  );
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 409, 409, 409]);
  expect(await stored(shop, email)).toHaveLength(1);
  const winner = replies.findIndex((reply) => reply.statusCode === 201);
  const login = await ask(shop, "POST", "login", { json: { email, password: `the password ${winner}` } });
  expect(login.statusCode).toBe(200);
});

test("names in any script, with emoji, SQL or HTML are stored unchanged", async ({ shop }) => {
  const hostile = `<b>आशा</b>'); DROP TABLE users; --`;
  const { token } = await register(shop, { name: hostile, password: `four "words" of mine'); --` });
  expect((await ask(shop, "GET", "profile", { token })).json().name).toBe(hostile);
  for (const name of [
    "आशा राव",
    "Åsa O’Brien-Ðorđević",
    "李小龍",
    "نور الهدى",
    "👩🏽‍🚀✨",
    "Robert'); DROP TABLE users; --",
    '<script>alert("1")</script>',
    "{{7*7}} %s %00 \\u0000 $1",
    "न".repeat(60),
  ]) {
    expect((await ask(shop, "PUT", "profile", { token, json: { name, phone: "" } })).statusCode).toBe(200);
    expect((await ask(shop, "GET", "profile", { token })).json().name).toBe(name);
  }
});

test("each missing or invalid field is named with a sentence, and nothing is stored", async () => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  expectRefused(await tryToRegister(shop, {}), "name", "email", "phone", "password");
  const hostile = ["'; DROP TABLE users; --", "<script>alert(1)</script>"];
  const wrong: Record<string, unknown[]> = {
    name: [
      "",
      "   ",
      "x".repeat(61),
      "a\nb",
      "Refund www.example.com",
      "See https://x.in",
      "bit.ly/a",
      "ｈttps：／／x",
      "a\u0000b",
      "a\u001bb",
      7,
      null,
      true,
      ["x"],
      { a: 1 },
      "x".repeat(1_000_000),
    ],
    email: ["", "asha", "asha@", "@example.com", "a b@example.com", "a@example.com\u0000", 7, null, [], {}, ...hostile],
    phone: ["", "123456789", "1234567890123456", "call me", "98765x43210", 9876543210, null, {}, ...hostile],
    password: ["", "1234567", "password123", "12345678", "x".repeat(129), 12345678, null, ["four words of mine"], {}],
  };
  for (const [field, values] of Object.entries(wrong))
    for (const value of values) expectRefused(await tryToRegister(shop, newPerson({ [field]: value })), field);
  for (const body of [null, [], "text", 1, true]) expect((await tryToRegister(shop, body)).statusCode).toBe(400);
  const huge = await tryToRegister(shop, newPerson({ name: "x".repeat(2_000_000) }));
  expect([huge.statusCode, problemOf(huge).code]).toEqual([413, "too_large"]);
  expect(await shop.db.select({ role: users.role }).from(users)).toEqual([{ role: "owner" }]);
});

test("returns 429 with Retry-After after 300 registrations an hour from an address", async ({ shop }) => {
  const address = someAddress();
  await countTries(shop, 299, registerByIp, address);
  expect((await tryToRegister(shop, newPerson(), address)).statusCode).toBe(201);
  const person = newPerson();
  const reply = await tryToRegister(shop, person, address);
  expect([reply.statusCode, problemOf(reply).code, reply.headers["retry-after"]]).toEqual([429, "too_many", "3600"]);
  expect(await stored(shop, person.email)).toEqual([]);
  expect((await tryToRegister(shop, newPerson())).statusCode).toBe(201);
  shop.clock.advance(HOUR_MS);
  expect((await tryToRegister(shop, person, address)).statusCode).toBe(201);
});

test("returns 429 after ten registrations an hour with one e-mail, from any address", async ({ shop }) => {
  const person = await register(shop);
  await countTries(shop, 8, registerByAccount, person.email);
  expect((await tryToRegister(shop, person)).statusCode).toBe(409);
  const reply = await tryToRegister(shop, { ...person, email: person.email.toUpperCase() });
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "3600"]);
});
