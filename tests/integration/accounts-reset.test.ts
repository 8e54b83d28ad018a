import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { loginMailsByIp, resetByIp } from "../../src/server/accounts/limits.ts";
import { passwordResets, users } from "../../src/server/accounts/user-table.ts";
import { jobs } from "../../src/server/platform/jobs/job-table.ts";
import { listAddresses, savedAddress } from "../support/addresses.ts";
import { countTries } from "../support/counted-tries.ts";
import { expectRefused, problemOf } from "../support/forms.ts";
import { mailsTo, writtenMails } from "../support/mails.ts";
import { ask, forgot, mailedToken, newPerson, reset, someAddress, someEmail, statusOf } from "../support/people.ts";
import { makePerson } from "../support/registered-people.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const INVALID = {
  code: "reset_link_invalid",
  message: "This reset link has expired or was already used. Please ask for a new one.",
};

const logIn = async (shop: TestShop, email: string, password: string) =>
  (await ask(shop, "POST", "login", { json: { email, password } })).statusCode;

const expectInvalid = (reply: { statusCode: number; json(): unknown }) =>
  expect([reply.statusCode, problemOf(reply)]).toEqual([400, INVALID]);

test("a mailed link sets a new password, ends older tokens and logs in, once", async ({ shop }) => {
  const { email, password, token: older } = await makePerson(shop);
  const token = await mailedToken(shop, email.toUpperCase());
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await statusOf(shop, older)).toBe(200);
  const reply = await reset(shop, token, "a brand new password");
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: "Password updated!", token: expect.any(String) }]);
  expect([await statusOf(shop, older), await statusOf(shop, reply.json().token)]).toEqual([401, 200]);
  expectInvalid(await reset(shop, token, "yet another password"));
  expect([await logIn(shop, email, password), await logIn(shop, email, "a brand new password")]).toEqual([401, 200]);
  const subjects = (await mailsTo(shop, email)).map(({ headers }) => headers.subject);
  expect(subjects.sort()).toEqual(["Choose a new password", "Your password was changed"]);
});

test("the mail links to the shop in text and HTML, and escapes a hostile name", async () => {
  const shop = await openOwnShop({ PUBLIC_URL: "https://shop.example.com", PAYMENTS: "sandbox" });
  const { email } = await makePerson(shop, { name: `<img src=x onerror="alert('1')"> & Co` });
  await shop.db.update(users).set({ emailConfirmedAt: shop.clock.now() });
  const token = await mailedToken(shop, email);
  const [mail] = await mailsTo(shop, email);
  const link = `https://shop.example.com/reset-password/${token}`;
  expect(mail?.text).toContain(`\n${link}\n`);
  expect(mail?.text).toContain(`Hello <img src=x onerror="alert('1')"> & Co,`);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.html).toContain("Hello &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co,");
  expect(mail?.html).not.toContain("<img src=x");
  expect(mail?.html).toContain('name="viewport"');
});

test("only the token's hash is stored, and neither token nor e-mail is logged; an unknown e-mail gets no mail", async () => {
  const shop = await openOwnShop();
  await forgot(shop, someEmail());
  await shop.services.notifications.deliverDue();
  expect([await writtenMails(shop), await shop.db.select().from(passwordResets)]).toEqual([[], []]);

  const { email } = await makePerson(shop);
  const token = await mailedToken(shop, email);
  const stored = JSON.stringify([await shop.db.select().from(passwordResets), await shop.db.select().from(jobs)]);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(email);
  await reset(shop, token, "a brand new password");
  expect(shop.logLines.join("")).not.toContain(token);
  expect(shop.logLines.join("")).not.toContain(email);
});

test("using a link deletes the user's other links and nobody else's", async ({ shop }) => {
  const [one, other] = [await makePerson(shop), await makePerson(shop)];
  const first = await mailedToken(shop, one.email);
  const second = await mailedToken(shop, one.email);
  const others = await mailedToken(shop, other.email);
  expect(second).not.toBe(first);
  expect((await reset(shop, first, "a brand new password")).statusCode).toBe(200);
  expectInvalid(await reset(shop, second, "yet another password"));
  expect((await reset(shop, others, "a brand new password")).statusCode).toBe(200);
});

test("a link expires an hour after the request, even if the mail was sent late", async ({ shop }) => {
  const { email } = await makePerson(shop);
  await forgot(shop, email);
  shop.clock.advance(50 * MINUTE_MS);
  const [mail] = await mailsTo(shop, email);
  const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  shop.clock.advance(10 * MINUTE_MS - 1);
  expectRefused(await reset(shop, token, "short"), "password");
  shop.clock.advance(1);
  expectInvalid(await reset(shop, token, "a brand new password"));
  await shop.services.accounts.deleteExpired();
  expect(await shop.db.select().from(passwordResets)).toEqual([]);
});

test("a request that could not be mailed within the hour is dropped", async ({ shop }) => {
  const { email } = await makePerson(shop);
  await forgot(shop, email);
  shop.clock.advance(HOUR_MS);
  expect(await mailsTo(shop, email)).toEqual([]);
});

test("an invalid password does not use up the link", async ({ shop }) => {
  const { email } = await makePerson(shop);
  const token = await mailedToken(shop, email);
  for (const password of ["password1", "short", "x".repeat(129), 12345678, null, undefined, ["four words"], ""])
    expectRefused(await reset(shop, token, password), "password");
  expect((await reset(shop, token, "a brand new password")).statusCode).toBe(200);
});

test("returns 400 for an unknown link", async ({ shop }) => {
  const { email } = await makePerson(shop);
  const token = await mailedToken(shop, email);
  const strange = [`${token}x`, token.slice(1), token.toLowerCase(), "x", "%00", "'%20or%20'1'='1", "%3Cb%3E", "ॐ"];
  for (const one of strange) expectInvalid(await reset(shop, encodeURI(one).replaceAll("%25", "%"), "a good password"));
  expect((await reset(shop, "x".repeat(5000), "a good password")).statusCode).toBe(404);
});

test("of concurrent uses of a link, one succeeds", async ({ shop }) => {
  const { email } = await makePerson(shop);
  const token = await mailedToken(shop, email);
  const replies = await Promise.all(Array.from({ length: 3 }, (_, i) => reset(shop, token, `the password ${i}`)));
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400, 400]);
  const won = replies.findIndex((reply) => reply.statusCode === 200);
  expect(await logIn(shop, email, `the password ${won}`)).toBe(200);
  const [user] = await shop.db.select().from(users).where(eq(users.email, email));
  expect(user?.tokenGeneration).toBe(2);
});

test("returns 400 for an invalid e-mail", async ({ shop }) => {
  for (const email of ["", "asha", 7, null, undefined, ["a@example.com"], "a@example.com\u0000", "x".repeat(1_000_000)])
    expectRefused(await ask(shop, "POST", "forgot", { json: { email } }), "email");
});

test("returns 429 after 100 requests an hour from an address, for any account, except on a known network", async ({
  shop,
}) => {
  const { email } = await makePerson(shop);
  const address = someAddress();
  const neighbour = newPerson();
  await ask(shop, "POST", "register", { json: neighbour, address });
  const request = (one: string) => ask(shop, "POST", "forgot", { json: { email: one }, address });
  await countTries(shop, 98, loginMailsByIp, address);
  for (const one of [email, someEmail()]) expect((await request(one)).statusCode).toBe(200);
  const reply = await request(email);
  expect((await request(neighbour.email)).statusCode).toBe(200);
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "3600"]);
  shop.clock.advance(HOUR_MS);
  expect((await request(email)).statusCode).toBe(200);
});

test("reset mails greet without the name until the address is confirmed", async () => {
  const shop = await openOwnShop();
  const { email, token, password: currentPassword } = await makePerson(shop);
  const change = { name: "Asha Rao", phone: "", password: "another password", currentPassword };
  expect((await ask(shop, "PUT", "profile", { token, json: change })).statusCode).toBe(200);
  await forgot(shop, email);
  const mails = await mailsTo(shop, email);
  expect(mails.map(({ headers }) => headers.subject).sort()).toEqual([
    "Choose a new password",
    "Your password was changed",
  ]);
  for (const { text } of mails) expect(text).toMatch(/^Hello,$/m);

  // A used link confirms the address.
  expect((await reset(shop, await mailedToken(shop, email), "a brand new password")).statusCode).toBe(200);
  await forgot(shop, email);
  const later = (await mailsTo(shop, email)).slice(3);
  expect(later).toHaveLength(2);
  for (const { text } of later) expect(text).toMatch(/^Hello Asha Rao,$/m);
});

test("a first reset shows that the mailbox is the person's: what a stranger saved in the account goes", async ({
  shop,
}) => {
  const stranger = await makePerson(shop);
  const { email } = stranger;
  await savedAddress(shop, stranger.token);
  const first = await reset(shop, await mailedToken(shop, email), "a brand new password");
  const { token } = first.json();
  expect(await statusOf(shop, stranger.token)).toBe(401);
  expect(await listAddresses(shop, token)).toEqual([]);
  expect((await ask(shop, "GET", "profile", { token })).json()).toMatchObject({ phone: "", provisionalName: true });
  const texts = async () =>
    (await mailsTo(shop, email)).map(({ text }) => text).filter((text) => /was changed/.test(text));
  expect(await texts()).toEqual([expect.stringContaining("the addresses that were saved")]);
  // Later ones change the password only.
  await savedAddress(shop, token);
  const second = await reset(shop, await mailedToken(shop, email), "yet another password");
  expect(await listAddresses(shop, second.json().token)).toHaveLength(1);
  expect((await texts())[1]).not.toContain("addresses");
});

test("password changes beyond the third mail of a day are not mailed to an unconfirmed mailbox, whatever its plus address", async ({
  shop,
}) => {
  const name = crypto.randomUUID();
  const mails = [];
  for (let i = 0; i < 4; i++) {
    const { id, token, password: currentPassword } = await makePerson(shop);
    const email = `${name}+${i}@example.com`;
    await shop.db.update(users).set({ email }).where(eq(users.id, id));
    const json = { name: "Asha", phone: "", password: "password number one", currentPassword };
    expect((await ask(shop, "PUT", "profile", { token, json })).statusCode).toBe(200);
    mails.push(...(await mailsTo(shop, email)));
  }
  expect(mails).toHaveLength(3);
});

test("a password change deletes open links and withdraws a reset mail that waits", async ({ shop }) => {
  const { email, token, password: currentPassword } = await makePerson(shop);
  const link = await mailedToken(shop, email);
  await forgot(shop, email);
  const json = { name: "Asha", phone: "", password: "another password", currentPassword };
  expect((await ask(shop, "PUT", "profile", { token, json })).statusCode).toBe(200);
  expectInvalid(await reset(shop, link, "a brand new password"));
  const subjects = (await mailsTo(shop, email)).map(({ headers }) => headers.subject);
  expect(subjects.sort()).toEqual(["Choose a new password", "Your password was changed"]);
});

test("a reset and a password change at the same time do not deadlock", async ({ shop }) => {
  const { email, token, password: currentPassword } = await makePerson(shop);
  const link = await mailedToken(shop, email);
  const json = { name: "Asha", phone: "", password: "another password", currentPassword };
  const replies = await Promise.all([
    reset(shop, link, "a brand new password"),
    ask(shop, "PUT", "profile", { token, json }),
  ]);
  const statuses = replies.map(({ statusCode }) => statusCode);
  expect([
    [200, 401],
    [400, 200],
  ]).toContainEqual(statuses);
});

test("returns 429 after 300 invalid links from an address, and a valid link still works", async ({ shop }) => {
  const { email } = await makePerson(shop);
  const token = await mailedToken(shop, email);
  const address = someAddress();
  await countTries(shop, 299, resetByIp, address);
  expectInvalid(await reset(shop, "guess", "a good password", address));
  const reply = await reset(shop, "guess", "a good password", address);
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "900"]);
  expect((await reset(shop, token, "a good password", address)).statusCode).toBe(200);
});
