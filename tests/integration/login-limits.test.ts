import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { loginByAccount, loginByAccountAndIp, loginByIp, loginSuccesses } from "../../src/server/accounts/limits.ts";
import { loginNetworks } from "../../src/server/accounts/user-table.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { ask, mailedToken, reset, someAddress, someEmail } from "../support/people.ts";
import { OWNER, openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Attempt {
  email: string;
  password?: string;
  address?: string;
}

const logIn = (shop: TestShop, { email, password = "wrong", address = someAddress() }: Attempt) =>
  ask(shop, "POST", "login", { json: { email, password }, address });
const statusOf = async (shop: TestShop, attempt: Attempt) => (await logIn(shop, attempt)).statusCode;

/** Makes the last attempt and counts the ones before it without their hashes, which take long. */
async function fail(shop: TestShop, times: number, { email, address = someAddress() }: Attempt) {
  await countTries(shop, times - 1, loginByAccountAndIp, [email, address]);
  await countTries(shop, times - 1, loginByIp, address);
  await countTries(shop, times - 1, loginByAccount, email);
  expect(await statusOf(shop, { email, address })).toBe(401);
}

test("returns 429 after ten failures for an account from an address, and not from another address", async ({
  shop,
}) => {
  const { email, password } = await makeCustomer(shop);
  const address = someAddress();
  await fail(shop, 10, { email, address });
  shop.clock.advance(5 * MINUTE_MS);
  for (const secret of ["wrong", password]) {
    const reply = await logIn(shop, { email: email.toUpperCase(), password: secret, address });
    expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "600"]);
    expect(problemOf(reply)).toEqual({
      code: "too_many",
      message: "Too many tries. Please wait a while and try again.",
    });
  }
  expect(await statusOf(shop, { email, password })).toBe(200);
  shop.clock.advance(10 * MINUTE_MS);
  expect(await statusOf(shop, { email, password, address })).toBe(200);
});

test("fifty failures by strangers block unknown networks, for known and unknown e-mails alike", async ({ shop }) => {
  const { email, password } = await makeCustomer(shop);
  const home = someAddress();
  expect(await statusOf(shop, { email, password, address: home })).toBe(200);
  const nobody = someEmail();
  for (const one of [email, nobody]) {
    await countTries(shop, 40, loginByAccount, one);
    await fail(shop, 10, { email: one });
    const reply = await logIn(shop, { email: one, password });
    expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "900"]);
  }
  expect(await statusOf(shop, { email, password, address: home })).toBe(200);
  await countTries(shop, 9, loginByAccountAndIp, [email, home]);
  expect(await statusOf(shop, { email, address: home })).toBe(401);
  expect(await statusOf(shop, { email, password, address: home })).toBe(429);
});

test("300 failures from an address block it for unknown accounts, and not for those that logged in there before", async ({
  shop,
}) => {
  const address = someAddress();
  const [neighbour, stranger] = [await makeCustomer(shop), await makeCustomer(shop)];
  expect(await statusOf(shop, { ...neighbour, address })).toBe(200);
  await countTries(shop, 299, loginByIp, address);
  await fail(shop, 1, { email: someEmail(), address });
  expect(await statusOf(shop, { ...stranger, address })).toBe(429);
  expect(await statusOf(shop, stranger)).toBe(200);
  // The neighbour may mistype, and the failures of others do not count.
  await fail(shop, 1, { email: neighbour.email, address });
  expect(await statusOf(shop, { ...neighbour, address })).toBe(200);
  shop.clock.advance(15 * MINUTE_MS);
  expect(await statusOf(shop, { ...stranger, address })).toBe(200);
});

test("failures of a person on a known network do not count for the others at the address", async ({ shop }) => {
  const address = someAddress();
  const [neighbour, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  expect(await statusOf(shop, { ...neighbour, address })).toBe(200);
  await countTries(shop, 299, loginByIp, address);
  expect(await statusOf(shop, { email: neighbour.email, address })).toBe(401);
  expect(await statusOf(shop, { ...other, address })).toBe(200);
});

test("concurrent failures are counted together", async ({ shop }) => {
  const { email } = await makeCustomer(shop);
  const address = someAddress();
  await countTries(shop, 6, loginByAccountAndIp, [email, address]);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(shop, { email, address })));
  expect(statuses.sort()).toEqual([...Array(4).fill(401), ...Array(4).fill(429)]);
});

test("successful logins do not reset the failures", async ({ shop }) => {
  const { email, password } = await makeCustomer(shop);
  const address = someAddress();
  for (let i = 0; i < 2; i++) {
    expect(await statusOf(shop, { email, password, address })).toBe(200);
    await fail(shop, 5, { email, address });
  }
  expect(await statusOf(shop, { email, password, address })).toBe(429);
});

test("returns 429 after thirty successful logins to an account, concurrent ones included", async ({ shop }) => {
  const { email, password } = await makeCustomer(shop);
  const home = someAddress();
  expect(await statusOf(shop, { email, password, address: home })).toBe(200);
  await countTries(shop, 27, loginSuccesses, email);
  const statuses = await Promise.all(Array.from({ length: 4 }, () => statusOf(shop, { email, password })));
  expect(statuses.sort()).toEqual([200, 200, 429, 429]);
  const reply = await logIn(shop, { email, password });
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "900"]);
  // A known network has a counter of its own, also at thirty.
  expect(await statusOf(shop, { email, password, address: home })).toBe(200);
  await countTries(shop, 29, loginSuccesses, [email, home]);
  expect(await statusOf(shop, { email, password, address: home })).toBe(429);
  expect(await statusOf(shop, { ...(await makeCustomer(shop)), address: home })).toBe(200);
  shop.clock.advance(15 * MINUTE_MS);
  expect(await statusOf(shop, { email, password, address: home })).toBe(200);
});

test("a reset clears the failures of its account everywhere, and no others", async ({ shop }) => {
  const { email } = await makeCustomer(shop);
  const [home, work] = [someAddress(), someAddress()];
  const other = await makeCustomer(shop);
  for (const address of [home, work]) await fail(shop, 10, { email, address });
  await fail(shop, 10, { email: other.email, address: work });
  const password = "a brand new password";
  expect(await statusOf(shop, { email, password, address: work })).toBe(429);
  expect((await reset(shop, await mailedToken(shop, email), password)).statusCode).toBe(200);
  for (const address of [home, work]) expect(await statusOf(shop, { email, password, address })).toBe(200);
  expect(await statusOf(shop, { ...other, address: work })).toBe(429);
});

test("appointing an owner clears the failures of the account", async () => {
  const shop = await openOwnShop();
  const address = someAddress();
  await fail(shop, 10, { email: OWNER.email, address });
  await countTries(shop, 39, loginByAccount, OWNER.email);
  await fail(shop, 1, { email: OWNER.email });
  expect(await statusOf(shop, { ...OWNER, address })).toBe(429);
  expect(await statusOf(shop, OWNER)).toBe(429);
  const appointed = { email: OWNER.email, password: "four words of mine" };
  await shop.services.accounts.appointOwner(appointed);
  expect(await statusOf(shop, { ...appointed, address })).toBe(200);
  expect(await statusOf(shop, appointed)).toBe(200);
});

test("an account's ten newest networks are known, for ninety days", async ({ shop }) => {
  const { id, email, password } = await makeCustomer(shop);
  const isKnown = async () => (await shop.db.select().from(loginNetworks).where(eq(loginNetworks.userId, id))).length;
  const lastSeenAt = shop.clock.now();
  await shop.db
    .insert(loginNetworks)
    .values(Array.from({ length: 10 }, (_, i) => ({ hash: `${id} ${i}`, userId: id, lastSeenAt })));
  for (let i = 0; i < 2; i++) {
    shop.clock.advance(MINUTE_MS);
    expect(await statusOf(shop, { email, password })).toBe(200);
  }
  expect(await isKnown()).toBe(10);
  const address = someAddress();
  for (let i = 0; i < 2; i++) {
    shop.clock.advance(89 * DAY_MS);
    expect(await statusOf(shop, { email, password, address })).toBe(200);
  }
  await shop.services.accounts.deleteExpired();
  expect(await isKnown()).toBe(1);
});
