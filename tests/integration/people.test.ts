import { decodeJwt } from "jose";
import { expect } from "vitest";
import type { People } from "../../src/contracts/accounts/people.ts";
import { invitationByIp } from "../../src/server/accounts/limits.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeExpert, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { ask, logInWithCode, mailedCode, register, someEmail, statusOf } from "../support/people.ts";
import { logInWith, setUpTotp } from "../support/second-factor.ts";
import { OWNER, openOwnShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const HOUR_MS = 60 * 60_000;
const NEW_PERSON = { name: "Ravi Menon", phone: "98765 43210", password: "four words of mine" };

const invite = (shop: TestShop, json: object) => asOwner(shop, "POST", "/api/invitations", json);
const peopleOf = async (shop: TestShop, token = shop.ownerToken) =>
  (await shop.call("GET", "/api/people", { token })).json() as People;
const accept = (shop: TestShop, key: string, json: object) => ask(shop, "POST", `invitations/${key}`, { json });

/** The keys of the invitation links that were mailed, oldest first. */
const mailedKeys = (shop: TestShop, email: string, count = 1) =>
  until(async () => {
    const texts = (await mailsTo(shop, email)).map(({ text }) => /\/invitation\/([\w-]+)$/m.exec(text)?.[1]);
    const keys = texts.filter((key) => key !== undefined);
    return keys.length >= count ? keys : undefined;
  });

async function inviteAndAccept(shop: TestShop, form: object = { role: "owner" }) {
  const email = someEmail();
  const reply = await invite(shop, { email, ...form });
  expect(reply.statusCode, reply.body).toBe(201);
  const [key = ""] = await mailedKeys(shop, email);
  const accepted = await accept(shop, key, NEW_PERSON);
  expect(accepted.statusCode, accepted.body).toBe(200);
  const token = accepted.json().token as string;
  return { email, key, token, id: decodeJwt(token).id as string, password: NEW_PERSON.password };
}

test("an invited owner sets name, phone and password once, and can use the admin", async ({ shop }) => {
  const email = someEmail();
  const sent = await invite(shop, { email: email.toUpperCase(), role: "owner" });
  expect(sent.json()).toMatchObject({ email, role: "owner", expired: false });
  const [key = ""] = await mailedKeys(shop, email);
  const { rows } = await shop.db.$client.query(
    "select i::text || (select string_agg(o::text, '') from jobs o) as text from invitations i",
  );
  expect(rows.map(({ text }) => text).join()).not.toContain(key);
  expect((await ask(shop, "GET", `invitations/${key}`)).json()).toEqual({
    email,
    role: "owner",
    expert: "",
    hasAccount: false,
  });
  expect(problemOf(await accept(shop, key, { password: "short" })).fields).toMatchObject({
    name: "Name is required.",
    phone: "Phone is required.",
    password: "Password must have 8 to 128 characters.",
  });
  const parallel = await Promise.all([accept(shop, key, NEW_PERSON), accept(shop, key, NEW_PERSON)]);
  expect(parallel.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  const { token } = parallel.find(({ statusCode }) => statusCode === 200)!.json();
  const { people, invitations } = await peopleOf(shop, token);
  expect(people.find((person) => person.email === email)).toMatchObject({
    role: "owner",
    name: "Ravi Menon",
    you: true,
  });
  expect(invitations.find((open) => open.email === email)).toBeUndefined();
  expect(problemOf(await ask(shop, "GET", `invitations/${key}`)).code).toBe("invitation_invalid");
  expect(problemOf(await invite(shop, { email, role: "owner" })).fields).toEqual({
    email: "This person is already an owner.",
  });
});

test("an existing account accepts with its password: it keeps its orders and its older tokens end", async ({
  shop,
}) => {
  const customer = await register(shop);
  const expert = await makeExpert(shop);
  const form = { email: customer.email, role: "expert" };
  expect(problemOf(await invite(shop, form)).fields).toHaveProperty("expertId");
  expect(problemOf(await invite(shop, { ...form, expertId: crypto.randomUUID() })).fields).toHaveProperty("expertId");
  expect((await invite(shop, { ...form, expertId: expert._id })).statusCode).toBe(201);
  for (const taken of [
    { ...form, role: "owner" },
    { ...form, email: someEmail(), expertId: expert._id },
  ])
    expect(problemOf(await invite(shop, taken)).code).toBe("already_invited");
  const [key = ""] = await mailedKeys(shop, customer.email);
  expect((await ask(shop, "GET", `invitations/${key}`)).json()).toMatchObject({
    hasAccount: true,
    expert: expert.name,
  });
  const wrong = await accept(shop, key, { password: "not the password" });
  expect([wrong.statusCode, problemOf(wrong).fields]).toEqual([403, { password: expect.any(String) }]);
  const { token } = (await accept(shop, key, { password: customer.password })).json();
  expect([await statusOf(shop, customer.token), await statusOf(shop, token)]).toEqual([401, 200]);
  expect(decodeJwt(token)).toMatchObject({ id: decodeJwt(customer.token).id, role: "expert" });

  // An expert has a customer's rights, and the record may be deleted.
  for (const path of ["/api/people", "/api/orders", "/api/dashboard"])
    expect((await shop.call("GET", path, { token })).statusCode).toBe(403);
  expect((await shop.call("GET", "/api/users/second-factor", { token })).statusCode).toBe(200);
  expect(problemOf(await invite(shop, { email: someEmail(), role: "expert", expertId: expert._id })).fields).toEqual({
    expertId: `This expert is ${customer.email} already.`,
  });
  await asOwner(shop, "DELETE", `/api/experts/${expert._id}`);
  const { people } = await peopleOf(shop);
  expect(people.find(({ email }) => email === customer.email)).toMatchObject({ expert: { _id: expert._id, name: "" } });
  expect(await statusOf(shop, token)).toBe(200);
});

test("an account without a password accepts with a new one", async ({ shop }) => {
  const email = someEmail();
  const code = await mailedCode(shop, email);
  const older = (await logInWithCode(shop, email, code)).json().token as string;
  await invite(shop, { email, role: "owner" });
  const [key = ""] = await mailedKeys(shop, email);
  expect((await ask(shop, "GET", `invitations/${key}`)).json()).toMatchObject({ hasAccount: false });
  expect((await accept(shop, key, { password: NEW_PERSON.password })).statusCode).toBe(400);
  const accepted = await accept(shop, key, NEW_PERSON);
  expect(accepted.statusCode, accepted.body).toBe(200);
  expect(await statusOf(shop, older)).toBe(401);
  const { name, phone, password } = NEW_PERSON;
  const { token } = (await logInWith(shop, {}, { email, password })).json();
  expect((await ask(shop, "GET", "profile", { token })).json()).toEqual({ name, email, phone, role: "owner" });
});

test("a link ends after 48 hours, when it is sent again and when it is withdrawn", async () => {
  const shop = await openOwnShop();
  const email = someEmail();
  const { _id } = (await invite(shop, { email, role: "owner" })).json();
  const [first = ""] = await mailedKeys(shop, email);
  shop.clock.advance(48 * HOUR_MS);
  expect(problemOf(await accept(shop, first, NEW_PERSON)).code).toBe("invitation_invalid");
  expect((await peopleOf(shop)).invitations).toMatchObject([{ email, expired: true }]);

  expect((await asOwner(shop, "POST", `/api/invitations/${_id}/resend`)).json()).toMatchObject({ expired: false });
  const [, second = ""] = await mailedKeys(shop, email, 2);
  expect(second).not.toBe(first);
  expect((await ask(shop, "GET", `invitations/${first}`)).statusCode).toBe(400);
  expect((await ask(shop, "GET", `invitations/${second}`)).statusCode).toBe(200);
  expect((await asOwner(shop, "DELETE", `/api/invitations/${_id}`)).statusCode).toBe(200);
  expect((await accept(shop, second, NEW_PERSON)).statusCode).toBe(400);
  expect((await asOwner(shop, "POST", `/api/invitations/${_id}/resend`)).statusCode).toBe(404);
  expect((await activityOf(shop, _id)).map(({ action, title }) => [action, title])).toEqual([
    ["withdrew", email],
    ["invited", email],
    ["invited", email],
  ]);

  // An older login confirms with the password; guesses of links are limited.
  const refused = await invite(shop, { email, role: "owner" });
  expect([refused.statusCode, problemOf(refused).code]).toEqual([403, "confirm_password"]);
  expect((await invite(shop, { email, role: "owner", currentPassword: OWNER.password })).statusCode).toBe(201);
  const guess = () => ask(shop, "GET", "invitations/nonsense", { address: "203.0.113.9" });
  await countTries(shop, 299, invitationByIp, "203.0.113.9");
  expect((await guess()).statusCode).toBe(400);
  expect((await guess()).statusCode).toBe(429);
  const key = (await mailedKeys(shop, email, 3)).at(-1);
  expect((await ask(shop, "GET", `invitations/${key}`, { address: "203.0.113.9" })).statusCode).toBe(200);
});

test("a removed owner is a customer: tokens, second factor and own invitations end at once", async ({ shop }) => {
  const second = await inviteAndAccept(shop);
  await setUpTotp(shop, second.token, second.password);
  const guest = someEmail();
  await shop.call("POST", "/api/invitations", { token: second.token, json: { email: guest, role: "owner" } });
  const [key = ""] = await mailedKeys(shop, guest);
  const me = (await peopleOf(shop)).people.find(({ you }) => you)!;
  expect(problemOf(await asOwner(shop, "DELETE", `/api/people/${me._id}`)).code).toBe("own_access");
  expect((await peopleOf(shop)).people.find(({ _id }) => _id === second.id)).toMatchObject({ secondFactor: true });

  expect((await asOwner(shop, "DELETE", `/api/people/${second.id}`)).statusCode).toBe(200);
  expect(await statusOf(shop, second.token)).toBe(401);
  expect((await accept(shop, key, NEW_PERSON)).statusCode).toBe(400);
  const login = await logInWith(shop, {}, second);
  expect(decodeJwt(login.json().token)).toMatchObject({ id: second.id, role: "customer" });
  expect((await asOwner(shop, "DELETE", `/api/people/${second.id}`)).statusCode).toBe(404);
  expect((await activityOf(shop, second.id)).filter(({ kind }) => kind === "person")).toMatchObject([
    { action: "removed", actor: OWNER.email, changes: { role: ["owner", null] } },
    { action: "updated", actor: second.email },
    { action: "joined", actor: second.email, changes: { role: [null, "owner"] } },
  ]);
});

test("of two owners who remove each other at the same time, one succeeds", async () => {
  const shop = await openOwnShop();
  const second = await inviteAndAccept(shop);
  const first = (await peopleOf(shop)).people.find(({ you }) => you)!;
  const replies = await Promise.all([
    asOwner(shop, "DELETE", `/api/people/${second.id}`),
    shop.call("DELETE", `/api/people/${first._id}`, { token: second.token }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const { rows } = await shop.db.$client.query("select count(*)::int as owners from users where role = 'owner'");
  expect(rows).toEqual([{ owners: 1 }]);
});

test("erasing an account removes its e-mail address from invitations and the activity log", async ({ shop }) => {
  const second = await inviteAndAccept(shop);
  const person = await makeCustomer(shop);
  await invite(shop, { email: person.email, role: "owner" });
  for (const { token, password } of [second, person])
    expect((await shop.call("DELETE", "/api/users/profile", { token, json: { password } })).statusCode).toBe(200);
  const { rows } = await shop.db.$client.query(
    "select a::text as text from activity a union all select i::text from invitations i",
  );
  const text = rows.map((row) => row.text).join("\n");
  for (const { email } of [second, person]) expect(text).not.toContain(email);
});
