import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeJwt, SignJWT } from "jose";
import { expect } from "vitest";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import { invitations } from "../../src/server/accounts/invitation-table.ts";
import { recoveryCodes } from "../../src/server/accounts/second-factor-table.ts";
import { loginNetworks } from "../../src/server/accounts/user-table.ts";
import { hashToken } from "../../src/server/platform/sha256.ts";
import { asOwner } from "../support/admin.ts";
import { appointmentsOf, buySession, choose, makeAvailable, slotsOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { ask, register, someAddress, statusOf } from "../support/people.ts";
import { logInWith, setUpTotp } from "../support/second-factor.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

type Served = Pick<TestShop, "app">;

/** What a version made that used the secret itself as the key of every purpose. */
const oldHash = ({ config }: TestShop, ...input: string[]) =>
  createHmac("sha256", config.jwtSecret).update(JSON.stringify(input)).digest("base64url").slice(0, 22);

const statusAt = async ({ app }: Served, url: string) => (await app.inject({ url })).statusCode;

async function bookSession(shop: TestShop) {
  const expert = await makeAvailable(shop, { noticeMinutes: 0 });
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  const [time] = await slotsOf(shop, expert);
  expect((await choose(shop, buyer.token, appointments[0]!, time!)).statusCode).toBe(200);
  const [{ _id, links }] = (await appointmentsOf(shop, buyer, orderId)) as [Appointment];
  const { pathname, search } = new URL(links!.fileUrl);
  return { id: _id, join: `/api${new URL(links!.joinUrl).pathname}`, calendar: pathname + search };
}

/** The same shop after a restart with another secret. */
const restart = (shop: TestShop, secrets: { jwtSecret: string; previousJwtSecret?: string }) =>
  openSecondShop({ ...shop, config: { ...shop.config, previousJwtSecret: undefined, ...secrets } });

test("tokens, links, codes and networks of a version that did not derive keys go on working", async () => {
  const shop = await openOwnShop();
  const { codes } = await setUpTotp(shop);
  const session = await bookSession(shop);
  const key = new TextEncoder().encode(shop.config.jwtSecret);
  const token = await new SignJWT(decodeJwt(shop.ownerToken)).setProtectedHeader({ alg: "HS256" }).sign(key);
  expect(token).not.toBe(shop.ownerToken);
  expect(await statusOf(shop, token)).toBe(200);

  const join = session.join.slice(0, -22);
  expect(oldHash(shop, "join", session.id)).not.toBe(session.join.slice(-22));
  expect(await statusAt(shop, join + oldHash(shop, "join", session.id))).toBe(200);
  expect(await statusAt(shop, join + oldHash(shop, "another purpose", session.id))).toBe(404);
  const calendar = session.calendar.replace(/key=.*/, `key=${oldHash(shop, "appointment calendar", session.id)}`);
  expect(await statusAt(shop, calendar)).toBe(200);

  const userId = decodeJwt(token).id as string;
  await shop.db.insert(recoveryCodes).values({ userId, hash: oldHash(shop, "recovery code", userId, "abcdefghij") });
  expect((await logInWith(shop, { code: "abcde-fghij" })).statusCode).toBe(200);
  expect((await logInWith(shop, { code: codes[0] })).statusCode).toBe(200);
});

test("a network known by an older hash is not shut out by strangers", async () => {
  const shop = await openOwnShop();
  const person = await register(shop);
  const home = "203.0.113.77";
  const hash = oldHash(shop, "login network", person.email, home);
  const userId = decodeJwt(person.token).id as string;
  await shop.db.insert(loginNetworks).values({ hash, userId, lastSeenAt: shop.clock.now() });
  const logIn = (address: string, password: string) =>
    ask(shop, "POST", "login", { json: { email: person.email, password }, address });
  for (let i = 0; i < 50; i++) await logIn(someAddress(), "a wrong guess");
  expect((await logIn(someAddress(), person.password)).statusCode).toBe(429);
  expect((await logIn(home, person.password)).statusCode).toBe(200);
});

test("a changed secret ends logins; with the previous one, links, codes and the authenticator app work", async () => {
  const shop = await openOwnShop();
  const { codeAt, codes } = await setUpTotp(shop);
  const session = await bookSession(shop);
  const guest = "guest@example.com";
  // The mail of the invitation is composed after the change.
  await asOwner(shop, "POST", "/api/invitations", { email: guest, role: "owner" });
  const [jwtSecret, previousJwtSecret] = ["a new secret of the shop ".repeat(2), shop.config.jwtSecret];

  const without = await restart(shop, { jwtSecret });
  for (const link of [session.join, session.calendar]) expect(await statusAt(without, link)).toBe(404);

  const changed = await restart(shop, { jwtSecret, previousJwtSecret });
  expect(await statusOf(changed, shop.ownerToken)).toBe(401);
  for (const link of [session.join, session.calendar]) expect(await statusAt(changed, link)).toBe(200);
  const logIn = (to: Served, code: string) => logInWith({ ...shop, app: to.app }, { code });
  expect((await logIn(changed, codes[0]!)).statusCode).toBe(200);
  expect((await logIn(changed, codeAt())).statusCode).toBe(200);
  const [mail] = await mailsTo({ ...shop, services: changed.services }, guest);
  const link = /\/invitation\/([\w-]+)/.exec(mail!.text)![1]!;
  expect(await statusAt(changed, `/api/users/invitations/${link}`)).toBe(200);
  const [row] = await shop.db.select().from(invitations).where(eq(invitations.email, guest));
  expect(row?.tokenHash).toBe(hashToken(link));

  // The job encrypts the app's secret again, so that the previous secret can be removed.
  await changed.services.accounts.resealSecrets();
  shop.clock.advance(30_000);
  expect((await logIn(without, codeAt())).statusCode).toBe(200);
  const old = await logInWith({ ...shop, app: without.app }, { code: codes[1]! });
  expect([old.statusCode, problemOf(old).code]).toEqual([403, "wrong_code"]);
});
