import { expect } from "vitest";
import { loginByAccountAndIp, loginByIp, loginSuccesses } from "../../src/server/accounts/limits.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { ask, someAddress, someEmail } from "../support/people.ts";
import { test } from "../support/test-shop.ts";

type Guess = () => Promise<{ statusCode: number }>;

/** Sends guesses at once. CPU time, unlike wall time, does not depend on other load. */
async function burst(guess: Guess, size: number) {
  const before = process.cpuUsage();
  const replies = await Promise.all(Array.from({ length: size }, guess));
  const { user, system } = process.cpuUsage(before);
  const count = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length;
  return { count, cpu: user + system };
}

/** The last six of ten guesses are hashed; the rest of a burst gets 429 and costs no hash. */
async function expectTenHashes(guess: Guess, refusal: number) {
  await guess();
  const three = await burst(guess, 3);
  const sixty = await burst(guess, 60);
  expect([three.count(refusal), sixty.count(refusal), sixty.count(429)]).toEqual([3, 2, 58]);
  expect(sixty.cpu).toBeLessThan(three.cpu * 12);
}

test("a burst of login guesses for one account costs ten hashes, and the rest get 429", async ({ shop }) => {
  const address = someAddress();
  const json = { email: someEmail(), password: "a guess" };
  await countTries(shop, 4, loginByAccountAndIp, [json.email, address]);
  await expectTenHashes(() => ask(shop, "POST", "login", { json, address }), 401);
});

test("a burst of login guesses from one address for many accounts costs no hashes after 300", async ({ shop }) => {
  const address = someAddress();
  await countTries(shop, 294, loginByIp, address);
  await expectTenHashes(
    () => ask(shop, "POST", "login", { json: { email: someEmail(), password: "a guess" }, address }),
    401,
  );
});

test("a burst of guesses at account deletion costs ten hashes, and the rest get 429", async ({ shop }) => {
  const { email, token } = await makeCustomer(shop);
  await countTries(shop, 4, loginByAccountAndIp, [email, "127.0.0.1"]);
  await expectTenHashes(() => shop.call("DELETE", "/api/users/profile", { token, json: { password: "a guess" } }), 403);
});

test("a flood of right passwords from one address does not keep others from logging in", async ({ shop }) => {
  const [one, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const logIn = ({ email, password }: typeof one, address: string) =>
    ask(shop, "POST", "login", { json: { email, password }, address });
  const address = someAddress();
  await countTries(shop, 20, loginSuccesses, one.email);
  const flood = burst(() => logIn(one, address), 80);
  const others = Array.from({ length: 5 }, () => logIn(other, someAddress()));
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  const { count } = await flood;
  expect([count(200), count(429)]).toEqual([10, 70]);
});

test("addresses of one IPv6 subnet share a limit", async ({ shop }) => {
  const subnet = someAddress().replace("::1", "");
  const guess = (host: number) =>
    ask(shop, "POST", "login", { json: { email: someEmail(), password: "x" }, address: `${subnet}::${host}` });
  await countTries(shop, 298, loginByIp, `${subnet}::1`);
  for (const host of [1, 2]) expect((await guess(host)).statusCode).toBe(401);
  expect((await guess(3)).statusCode).toBe(429);
});
