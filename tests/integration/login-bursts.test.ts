import { expect } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { ask, openOwnShop, someAddress, someEmail } from "../support/people.ts";
import { test } from "../support/test-shop.ts";

const statusesOf = async (asked: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(asked)).map((reply) => reply.statusCode);
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

test("of a burst of guesses from one address few cost a hash, and the others are told to wait", async () => {
  const shop = await openOwnShop();
  const address = someAddress();
  const guess = () => ask(shop, "POST", "login", { json: { email: someEmail(), password: "a guess" }, address });
  const started = performance.now();
  await guess();
  const one = performance.now() - started;
  const burst = performance.now();
  const statuses = await statusesOf(Array.from({ length: 80 }, guess));
  expect(count(statuses, 401)).toBe(9);
  expect(count(statuses, 429)).toBe(71);
  expect(performance.now() - burst).toBeLessThan(2_000 + one * 40);
});

test("a burst from everywhere is worked off in turn; what is too much is refused, and the shop goes on", async () => {
  const shop = await openOwnShop();
  const { email, password } = await makeCustomer(shop);
  const guess = () => ask(shop, "POST", "login", { json: { email: someEmail(), password: "a guess" } });
  const burst = statusesOf(Array.from({ length: 250 }, guess));
  expect((await shop.call("GET", "/api/products")).statusCode).toBe(200);
  const statuses = await burst;
  expect(count(statuses, 503)).toBeGreaterThan(0);
  expect(count(statuses, 401)).toBeGreaterThanOrEqual(100);
  expect(count(statuses, 401) + count(statuses, 503)).toBe(250);
  expect((await ask(shop, "POST", "login", { json: { email, password } })).statusCode).toBe(200);
});

test("an IPv6 line has more addresses than anybody can count, and is counted as one", async ({ shop }) => {
  const line = someAddress().replace("::1", "");
  const guess = (host: number) =>
    ask(shop, "POST", "login", { json: { email: someEmail(), password: "x" }, address: `${line}::${host}` });
  for (let host = 1; host <= 10; host++) expect((await guess(host)).statusCode).toBe(401);
  expect((await guess(11)).statusCode).toBe(429);
});
