import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { loginByAccountAndIp, passwordByAccount } from "../../src/server/accounts/limits.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { ask, someAddress, statusOf } from "../support/people.ts";
import { makePerson } from "../support/registered-people.ts";
import { setUpTotp } from "../support/second-factor.ts";
import { OWNER, openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const save = (shop: TestShop, token: string | undefined, json: unknown) => ask(shop, "PUT", "profile", { token, json });
const logIn = (shop: TestShop, email: string, password: string) =>
  ask(shop, "POST", "login", { json: { email, password } });

test("GET profile returns the logged-in user, and 401 without a token", async ({ shop }) => {
  const { email, token } = await makePerson(shop);
  const reply = await ask(shop, "GET", "profile", { token });
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { name: "Asha Rao", email, phone: "+91 98765 43210", role: "customer" },
  ]);
  const owner = await ask(shop, "GET", "profile", { token: shop.ownerToken });
  expect(owner.json()).toEqual({ name: "Owner", email: "owner@example.com", phone: "", role: "owner" });
  for (const method of ["GET", "PUT"] as const) {
    const refused = await ask(shop, method, "profile", { json: { name: "x" } });
    expect([refused.statusCode, problemOf(refused).code]).toEqual([401, "not_signed_in"]);
  }
});

test("changing name and phone leaves password and token valid", async ({ shop }) => {
  const { email, password, token } = await makePerson(shop);
  for (const untouched of [{}, { password: "" }]) {
    const reply = await save(shop, token, { name: " आशा 🌙 ", phone: "98765-00000", ...untouched });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { name: "आशा 🌙", email, phone: "98765-00000", role: "customer" },
    ]);
  }
  expect(await statusOf(shop, token)).toBe(200);
  expect((await logIn(shop, email, password)).statusCode).toBe(200);
  expect((await save(shop, token, { name: "Asha", phone: "" })).json()).toMatchObject({ phone: "" });
});

test("role, e-mail and id cannot be changed", async ({ shop }) => {
  const { email, token } = await makePerson(shop);
  const smuggled = { role: "owner", email: "owner@example.com", id: "1", tokenGeneration: 7, passwordHash: "x" };
  const reply = await save(shop, token, { name: "Asha", phone: "", ...smuggled });
  expect(reply.json()).toEqual({ name: "Asha", email, phone: "", role: "customer" });
  const [row] = await shop.db.select().from(users).where(eq(users.email, email));
  expect(row).toMatchObject({ role: "customer", tokenGeneration: 1, id: decodeJwt(token).id });
});

test("a new password ends every older token and returns a new one", async ({ shop }) => {
  const { email, password, token } = await makePerson(shop);
  const elsewhere = (await logIn(shop, email, password)).json().token as string;
  expect([await statusOf(shop, token), await statusOf(shop, elsewhere)]).toEqual([200, 200]);

  const form = { name: "Asha", phone: "", password: "another password", currentPassword: password };
  const reply = await save(shop, token, form);
  expect(reply.statusCode, reply.body).toBe(200);
  const fresh = reply.json().token as string;
  expect(decodeJwt(fresh)).toMatchObject({ id: decodeJwt(token).id, role: "customer" });
  expect([await statusOf(shop, token), await statusOf(shop, elsewhere)]).toEqual([401, 401]);
  expect(await statusOf(shop, fresh)).toBe(200);
  expect((await logIn(shop, email, password)).statusCode).toBe(401);
  expect((await logIn(shop, email, "another password")).statusCode).toBe(200);

  const [mail, ...more] = await mailsTo(shop, email);
  expect([mail?.headers.subject, more]).toEqual(["Your password was changed", []]);
  expect(mail?.text).toMatch(/^Hello,$/m);
});

test("of two concurrent password changes with one token, one succeeds", async ({ shop }) => {
  const { email, password: currentPassword, token } = await makePerson(shop);
  const change = (password: string) => save(shop, token, { name: "Asha", phone: "", password, currentPassword });
  const replies = await Promise.all(["the first password", "the second password"].map(change));
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401]);
  const won = replies.findIndex((reply) => reply.statusCode === 200);
  expect(await statusOf(shop, replies[won]?.json().token)).toBe(200);
  const password = won === 0 ? "the first password" : "the second password";
  expect((await logIn(shop, email, password)).statusCode).toBe(200);
});

test("each invalid field is named, and nothing is changed", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  expectRefused(await save(shop, token, {}), "name");
  const wrong: Record<string, unknown[]> = {
    name: ["", " ", "x".repeat(121), "x".repeat(1_000_000), "a\u0000b", 7, null, []],
    phone: ["123", "call me", "'; drop table users", 9876543210, null],
    password: ["Password123", "short", "x".repeat(129), 12345678, null, {}],
  };
  for (const [field, values] of Object.entries(wrong))
    for (const value of values)
      expectRefused(await save(shop, token, { name: "Changed", phone: "", [field]: value }), field);
  expect((await save(shop, token, { name: "x".repeat(2_000_000) })).statusCode).toBe(413);
  expect((await ask(shop, "GET", "profile", { token })).json().name).toBe("Customer");
});

test("a new name has no link, one line and at most 60 characters; a longer one from before stays until it changes", async ({
  shop,
}) => {
  const { id, email, password, token } = await makeCustomer(shop);
  const old = `Your refund is ready https://example.com/${"x".repeat(70)}`;
  await shop.db.update(users).set({ name: old }).where(eq(users.id, id));
  expect((await logIn(shop, email, password)).statusCode).toBe(200);
  expect((await save(shop, token, { name: old, phone: "98765 43210" })).json()).toMatchObject({ name: old });
  const fields = async (name: string) => problemOf(await save(shop, token, { name, phone: "" })).fields;
  expect(await fields("x".repeat(61))).toEqual({ name: "Full Name must be at most 60 characters." });
  expect(await fields("Asha\nRao")).toEqual({ name: "Full Name must be on one line." });
  expect(await fields("Asha\u2028Rao")).toEqual({ name: "Full Name must be on one line." });
  for (const name of ["http://x", "HTTPS://x.in", "Www.example.com", "Pay at shop.example/refund"])
    expect(await fields(name)).toEqual({ name: "Full Name cannot contain a link." });
  for (const name of ["x".repeat(60), "Dr. A.K. Rao", "R.Rao c/o S. Menon", "अक्षय कुमार"])
    expect((await save(shop, token, { name, phone: "" })).json()).toMatchObject({ name });
});

test("returns 429 after ten password changes an hour", async ({ shop }) => {
  const { id, token, password: currentPassword } = await makePerson(shop);
  const change = (by: string, current: string) =>
    save(shop, by, { name: "Asha", phone: "", password: "another password", currentPassword: current });
  await countTries(shop, 9, passwordByAccount, id);
  const tenth = await change(token, currentPassword);
  expect(tenth.statusCode, tenth.body).toBe(200);
  const fresh = tenth.json().token as string;
  const reply = await change(fresh, "another password");
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "3600"]);
  expect((await save(shop, fresh, { name: "Asha", phone: "" })).statusCode).toBe(200);
});

describe("changing the password", () => {
  const MINUTE_MS = 60_000;
  const form = { name: "Asha K.", phone: "", password: "another password" };

  test("fifteen minutes after the login requires the current password", async ({ shop }) => {
    const { email, password, token } = await makePerson(shop);
    shop.clock.advance(16 * MINUTE_MS);
    for (const currentPassword of [undefined, ""]) {
      const reply = await save(shop, token, { ...form, currentPassword });
      expect([reply.statusCode, problemOf(reply)]).toEqual([
        403,
        {
          code: "confirm_password",
          message: "Please enter your current password to choose a new one.",
          fields: {
            currentPassword: "To choose a new password, enter the current one too.",
          },
        },
      ]);
    }
    expect((await ask(shop, "GET", "profile", { token })).json().name).toBe("Asha Rao");
    expect((await save(shop, token, { ...form, password: "" })).statusCode).toBe(200);
    const reply = await save(shop, token, { ...form, currentPassword: password });
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await logIn(shop, email, form.password)).statusCode).toBe(200);
    // The new token counts as a new login.
    expect((await save(shop, reply.json().token, { ...form, password: "a third password" })).statusCode).toBe(200);
  });

  test("requires the current password of an owner, however new the login is, or a code of the second factor", async () => {
    const own = await openOwnShop();
    expect(problemOf(await save(own, own.ownerToken, form)).code).toBe("confirm_password");
    const first = await save(own, own.ownerToken, { ...form, currentPassword: OWNER.password });
    expect(first.statusCode, first.body).toBe(200);
    const token = first.json().token as string;

    const { codeAt } = await setUpTotp(own, token, form.password);
    for (const proof of [{}, { currentPassword: form.password }]) {
      const refused = await save(own, token, { ...form, ...proof });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        403,
        { code: "confirm_second_factor", methods: ["totp", "recovery"] },
      ]);
    }
    expect(problemOf(await save(own, token, { ...form, code: "000000" })).code).toBe("wrong_code");
    const saved = await save(own, token, { ...form, code: codeAt() });
    expect([saved.statusCode, typeof saved.json().token]).toEqual([200, "string"]);
  });

  test("counts a wrong current password as a failed login", async ({ shop }) => {
    const { email, password, token } = await makePerson(shop);
    const address = someAddress();
    shop.clock.advance(16 * MINUTE_MS);
    const guess = (currentPassword: string) =>
      ask(shop, "PUT", "profile", { token, json: { ...form, currentPassword }, address });
    await countTries(shop, 8, loginByAccountAndIp, [email, address]);
    const reply = await guess("a wrong guess");
    expect([reply.statusCode, problemOf(reply)]).toMatchObject([
      403,
      { code: "wrong_password", fields: { currentPassword: "This is not your password." } },
    ]);
    const login = await ask(shop, "POST", "login", { json: { email, password: "a wrong guess" }, address });
    expect(login.statusCode).toBe(401);
    expect((await guess(password)).statusCode).toBe(429);
    expect((await logIn(shop, email, password)).statusCode).toBe(200);
  });
});
