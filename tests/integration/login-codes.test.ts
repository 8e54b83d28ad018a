import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Activity } from "../../src/contracts/activity/activity.ts";
import { loginCodes } from "../../src/server/accounts/login-code-table.ts";
import { loginNetworks, users } from "../../src/server/accounts/user-table.ts";
import { jobs } from "../../src/server/platform/jobs/job-table.ts";
import { listAddresses, savedAddress } from "../support/addresses.ts";
import { expectRefused, makeProduct, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { placeOrder, SHIPPING, wants } from "../support/orders.ts";
import {
  ask,
  CODE_SENT,
  codesTo,
  logInWithCode,
  mailedCode,
  newPerson,
  register,
  requestCode,
  someAddress,
  someEmail,
  statusOf,
  wrongFor,
} from "../support/people.ts";
import { setUpTotp } from "../support/second-factor.ts";
import { OWNER, openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const MINUTE_MS = 60_000;
const ENDED = "This code is wrong or no longer works. A code ends after 10 minutes, five wrong tries or a newer code.";
const WRONG = { code: "wrong_code", message: ENDED, fields: { code: ENDED } };

const expectWrong = (reply: { statusCode: number; json(): unknown }) =>
  expect([reply.statusCode, reply.json()]).toEqual([401, WRONG]);

async function codeLogin(shop: TestShop, email: string, fields = {}, address?: string) {
  const reply = await logInWithCode(shop, email, await mailedCode(shop, email, address), fields, address);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().token as string;
}

const profileOf = async (shop: TestShop, token: string) => (await ask(shop, "GET", "profile", { token })).json();
const findUser = async ({ db }: TestShop, email: string) =>
  (await db.select().from(users).where(eq(users.email, email)))[0]!;

const isOf = ({ id }: { id: string }) => eq(loginNetworks.userId, id);

test("an unknown e-mail becomes a customer, whose first order replaces the name made from the e-mail", async ({
  shop,
}) => {
  const email = `asha.rao+${crypto.randomUUID()}@example.com`;
  const token = await codeLogin(shop, email.toUpperCase());
  const made = { name: "asha rao", email, phone: "", role: "customer", provisionalName: true, passwordless: true };
  expect(await profileOf(shop, token)).toEqual(made);
  const { _id } = await makeProduct(shop, { price: "900", stock: "5" });
  const order = await placeOrder(shop, { token }, wants(_id, 900));
  expect(order.user).toMatchObject({ name: SHIPPING.name, email });
  const named = { name: SHIPPING.name, email, phone: SHIPPING.phone, role: "customer", passwordless: true };
  expect(await profileOf(shop, token)).toEqual(named);
  const gift = { ...wants(_id, 900, 2), shipping: { ...SHIPPING, name: "Rohan", phone: "9000000002" } };
  await placeOrder(shop, { token }, gift);
  expect(await profileOf(shop, token)).toEqual(named);
  const again = await codeLogin(shop, email);
  expect(await profileOf(shop, again)).toEqual(named);
});

test("name and phone may come with the code, and a saved profile makes a provisional name one's own", async ({
  shop,
}) => {
  const email = someEmail();
  const fields = { name: "Meera", phone: "9876543210" };
  expectRefused(
    await logInWithCode(shop, email, await mailedCode(shop, email), { name: "see www.evil.example" }),
    "name",
  );
  const token = await codeLogin(shop, email, fields);
  expect(await profileOf(shop, token)).toEqual({ ...fields, email, role: "customer", passwordless: true });
  const other = `www.evil.com.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const saved = await codeLogin(shop, other);
  const { name } = await profileOf(shop, saved);
  expect(name).toMatch(/^www evil com \w+$/);
  await ask(shop, "PUT", "profile", { token: saved, json: { name, phone: "" } });
  expect(await profileOf(shop, saved)).not.toHaveProperty("provisionalName");
});

test("the subject begins with the code, and only hashes of code and e-mail are stored or logged", async () => {
  const shop = await openOwnShop();
  const email = someEmail();
  const code = await mailedCode(shop, email);
  const [mail] = await mailsTo(shop, email);
  expect(mail!.headers.subject).toBe(`${code} is your code for Nakshatra`);
  for (const part of [mail!.text, mail!.html]) {
    expect(part).toContain(code);
    expect(part).toContain("works once, for 10 minutes");
    expect(part).toContain("If you did not ask for this");
  }
  const rows = await shop.db.select().from(loginCodes);
  expect(rows).toHaveLength(1);
  const stored = JSON.stringify([rows, await shop.db.select().from(jobs)]);
  for (const secret of [code, email]) {
    expect(stored).not.toContain(secret);
    expect(shop.logLines.join("")).not.toContain(secret);
  }
  await logInWithCode(shop, email, code);
  expect(shop.logLines.join("")).not.toContain(code);
});

test("known and unknown e-mails get the same answer, and the same mail", async ({ shop }) => {
  const { email } = await register(shop);
  const subjects = [];
  for (const one of [email, someEmail(), OWNER.email]) {
    expect((await ask(shop, "POST", "code", { json: { email: one } })).json()).toEqual(CODE_SENT);
    subjects.push((await mailsTo(shop, one)).at(-1)!.headers.subject!.replace(/\d{6}/, "…"));
    expectWrong(await logInWithCode(shop, one, "12 34 56"));
  }
  expect(new Set(subjects)).toEqual(new Set(["… is your code for Nakshatra"]));
});

test("a code works once, also for concurrent requests in two processes", async ({ shop }) => {
  const second = await openSecondShop(shop);
  for (const email of [someEmail(), (await register(shop)).email]) {
    const code = await mailedCode(shop, email);
    const calls = Array.from({ length: 6 }, (_, i) => logInWithCode(i % 2 ? second : shop, email, code));
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, ...Array(5).fill(401)]);
    expectWrong(await logInWithCode(shop, email, code));
  }
});

test("five wrong tries end a code, concurrent ones too, and a new code works", async ({ shop }) => {
  const email = someEmail();
  const code = await mailedCode(shop, email);
  for (let i = 0; i < 4; i++) expectWrong(await logInWithCode(shop, email, wrongFor(code)));
  expect((await logInWithCode(shop, email, code)).statusCode).toBe(200);
  const ended = await mailedCode(shop, email);
  await Promise.all(Array.from({ length: 5 }, () => logInWithCode(shop, email, wrongFor(ended))));
  expectWrong(await logInWithCode(shop, email, ended));
  expect(await statusOf(shop, await codeLogin(shop, email))).toBe(200);
});

test("a code ends after ten minutes, and when a newer one is sent", async ({ shop }) => {
  const email = someEmail();
  const replaced = await mailedCode(shop, email);
  const late = await mailedCode(shop, email);
  if (replaced !== late) expectWrong(await logInWithCode(shop, email, replaced));
  shop.clock.advance(10 * MINUTE_MS);
  expectWrong(await logInWithCode(shop, email, late));
  await shop.services.accounts.deleteExpired();
  const { emailHash } = (await shop.db.select().from(loginCodes))[0] ?? {};
  expect(emailHash).toBeUndefined();
  const code = await mailedCode(shop, email);
  shop.clock.advance(10 * MINUTE_MS - 1);
  expect((await logInWithCode(shop, email, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200);
});

test("a mail that a newer request overtook is not sent", async ({ shop }) => {
  const email = someEmail();
  await requestCode(shop, email);
  // As after a failed attempt.
  const dueAt = new Date(shop.clock.now().getTime() + MINUTE_MS);
  await shop.db.update(jobs).set({ attempts: 1, dueAt });
  shop.clock.advance(1);
  const code = await mailedCode(shop, email);
  shop.clock.advance(2 * MINUTE_MS);
  expect(await codesTo(shop, email)).toEqual([code]);
  expect((await logInWithCode(shop, email, code)).statusCode).toBe(200);
});

test("a code belongs to one e-mail, and malformed ones are refused at their field", async ({ shop }) => {
  const [one, other] = [someEmail(), someEmail()];
  const code = await mailedCode(shop, one);
  await mailedCode(shop, other);
  if (!(await codesTo(shop, other)).includes(code)) expectWrong(await logInWithCode(shop, other, code));
  for (const odd of ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", 123456, null, undefined, ["123456"]])
    expectRefused(await logInWithCode(shop, one, odd), "code");
  for (const email of ["", "asha", 7, null])
    expectRefused(await ask(shop, "POST", "code", { json: { email } }), "email");
  expect((await logInWithCode(shop, one, code)).statusCode).toBe(200);
});

test("a second factor is still asked for, and the code stays valid until it is given", async () => {
  const shop = await openOwnShop();
  const { codeAt } = await setUpTotp(shop);
  const email = OWNER.email;
  const code = await mailedCode(shop, email);
  const asked = await logInWithCode(shop, email, code);
  expect([asked.statusCode, asked.json()]).toMatchObject([
    401,
    { code: "second_factor_required", methods: ["totp", "recovery"] },
  ]);
  const refused = await logInWithCode(shop, email, code, { secondFactorCode: wrongFor(codeAt()) });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([403, ["secondFactorCode"]]);
  expectWrong(await logInWithCode(shop, email, wrongFor(code), { secondFactorCode: codeAt() }));
  const proved = await logInWithCode(shop, email, code, { secondFactorCode: codeAt() });
  expect(proved.statusCode, proved.body).toBe(200);
  expectWrong(await logInWithCode(shop, email, code, { secondFactorCode: codeAt(1) }));
  const activity = await shop.call("GET", "/api/activity?limit=5", { token: proved.json().token });
  const actions = (activity.json() as Activity[]).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["logged_in", "login_failed"]));
});

test("the first code login ends a stranger's password, logins, addresses and phone, also on the same network, and no later one does", async ({
  shop,
}) => {
  const home = someAddress();
  const stranger = newPerson({ name: "A Stranger" });
  const { email, password } = stranger as { email: string; password: string };
  const registered = (await ask(shop, "POST", "register", { json: stranger, address: home })).json().token as string;
  const withPassword = async (typed: string) =>
    (await ask(shop, "POST", "login", { json: { email, password: typed }, address: home })).statusCode;
  expect(await withPassword(password)).toBe(200);
  await savedAddress(shop, registered);
  const { _id } = await makeProduct(shop, { price: "900", stock: "5" });
  await shop.call("PUT", `/api/wishlist/${_id}`, { token: registered });
  const { _id: orderId } = await placeOrder(shop, { token: registered }, wants(_id, 900));

  const token = await codeLogin(shop, email, {}, home);
  expect([await statusOf(shop, registered), await withPassword(password)]).toEqual([401, 401]);
  expect(await listAddresses(shop, token)).toEqual([]);
  expect(await profileOf(shop, token)).toMatchObject({ phone: "", provisionalName: true, passwordless: true });
  expect(
    await shop.db
      .select()
      .from(loginNetworks)
      .where(isOf(await findUser(shop, email))),
  ).toHaveLength(1);
  const mail = (await mailsTo(shop, email)).find(({ headers }) => headers.subject === "Your password was removed");
  expect(mail?.text).toContain("choose a new password in your profile");
  expect(mail?.text).toContain("removed the phone number and the addresses");
  // What does nothing without the person stays.
  expect((await shop.call("GET", "/api/wishlist/ids", { token })).json()).toEqual([_id]);
  expect((await shop.call("GET", `/api/orders/${orderId}`, { token })).statusCode).toBe(200);

  expect((await findUser(shop, email)).emailConfirmedAt).toEqual(shop.clock.now());
  const own = "a password of my own";
  const json = { name: "Asha Rao", phone: "9876543210", password: own };
  const changed = (await ask(shop, "PUT", "profile", { token, json })).json();
  expect(changed).not.toHaveProperty("passwordless");
  await savedAddress(shop, changed.token);
  const later = await codeLogin(shop, email);
  expect([await statusOf(shop, changed.token), await withPassword(own)]).toEqual([200, 200]);
  expect(await listAddresses(shop, later)).toHaveLength(1);
  expect(await profileOf(shop, later)).toMatchObject({ name: "Asha Rao", phone: "9876543210" });
});

test("a code login of an owner keeps the password", async ({ shop }) => {
  await codeLogin(shop, OWNER.email, {}, someAddress());
  expect((await ask(shop, "POST", "login", { json: OWNER })).statusCode).toBe(200);
});

test("an account without a password is never asked for one: a new login is enough", async ({ shop }) => {
  const email = someEmail();
  const token = await codeLogin(shop, email);
  for (const password of ["", "a guess", "0".repeat(32)])
    expect((await ask(shop, "POST", "login", { json: { email, password } })).statusCode).toBe(password ? 401 : 400);
  expect(
    (await ask(shop, "POST", "register", { json: { ...SHIPPING, email, password: "four words" } })).statusCode,
  ).toBe(409);
  shop.clock.advance(16 * MINUTE_MS);
  const json = { name: "Asha", phone: "", password: "a brand new password" };
  const erase = (one: string, body = {}) =>
    shop.call("DELETE", "/api/users/profile", { token: one, json: body, address: someAddress() });
  const refusals = [
    await ask(shop, "PUT", "profile", { token, json }),
    await ask(shop, "PUT", "profile", { token, json: { ...json, currentPassword: "a guess" } }),
    await erase(token),
  ];
  for (const reply of refusals) expect([reply.statusCode, problemOf(reply).code]).toEqual([403, "login_again"]);
  const newer = await codeLogin(shop, email);
  const code = await mailedCode(shop, email);
  expect((await erase(newer)).statusCode).toBe(200);
  expectWrong(await logInWithCode(shop, email, code));
});

test("a password change ends an open code and withdraws one that waits", async ({ shop }) => {
  const email = someEmail();
  const token = await codeLogin(shop, email);
  const open = await mailedCode(shop, email);
  await requestCode(shop, email);
  const json = { name: "Asha", phone: "", password: "a brand new password" };
  expect((await ask(shop, "PUT", "profile", { token, json })).statusCode).toBe(200);
  expectWrong(await logInWithCode(shop, email, open));
  expect(await codesTo(shop, email)).toHaveLength(2);
});
