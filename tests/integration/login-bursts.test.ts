import { expect } from "vitest";
import { ask, openOwnShop, someAddress, someEmail } from "../support/people.ts";
import { test } from "../support/test-shop.ts";

const statusesOf = async (asked: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(asked)).map((reply) => reply.statusCode);
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

/** What some work costs of the processor, however busy the machine is otherwise. */
async function spending<T>(work: Promise<T>) {
  const before = process.cpuUsage();
  const result = await work;
  const { user, system } = process.cpuUsage(before);
  return { result, spent: user + system };
}

test("of a burst of guesses from one address few cost a hash, and the others are told to wait", async () => {
  const shop = await openOwnShop();
  const address = someAddress();
  const guess = () => ask(shop, "POST", "login", { json: { email: someEmail(), password: "a guess" }, address });
  await guess();
  const { spent: three } = await spending(statusesOf(Array.from({ length: 3 }, guess)));
  const { spent, result: statuses } = await spending(statusesOf(Array.from({ length: 60 }, guess)));
  expect(count(statuses, 401)).toBe(6);
  expect(count(statuses, 429)).toBe(54);
  expect(spent).toBeLessThan(three * 12);
});

test("an IPv6 line has more addresses than anybody can count, and is counted as one", async ({ shop }) => {
  const line = someAddress().replace("::1", "");
  const guess = (host: number) =>
    ask(shop, "POST", "login", { json: { email: someEmail(), password: "x" }, address: `${line}::${host}` });
  for (let host = 1; host <= 10; host++) expect((await guess(host)).statusCode).toBe(401);
  expect((await guess(11)).statusCode).toBe(429);
});
