import { expect } from "vitest";
import { loginMailsByAccount, loginMailsByIp } from "../../src/server/accounts/limits.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import {
  ask,
  codesTo,
  logInWithCode,
  mailedCode,
  requestCode,
  someAddress,
  someEmail,
  wrongFor,
} from "../support/people.ts";
import { OWNER, openOwnShop, test } from "../support/test-shop.ts";

const expectWrong = (reply: { statusCode: number; json(): { code: string } }) =>
  expect([reply.statusCode, reply.json().code]).toEqual([401, "wrong_code"]);

test("an address that was never confirmed gets three codes a day, and a confirmed one twenty an hour", async ({
  shop,
}) => {
  const email = someEmail();
  await mailedCode(shop, email);
  await mailedCode(shop, email);
  const third = await mailedCode(shop, email);
  for (let i = 0; i < 2; i++) await requestCode(shop, email);
  expect(await codesTo(shop, email)).toHaveLength(3);
  expect((await logInWithCode(shop, email, third)).statusCode).toBe(200);
  for (let i = 0; i < 15; i++) await requestCode(shop, email);
  expect((await ask(shop, "POST", "code", { json: { email } })).statusCode).toBe(429);
  expect(await codesTo(shop, email)).toHaveLength(18);
});

test("a crowd behind one address gets a hundred codes an hour, and each of them logs in", async ({ shop }) => {
  const address = someAddress();
  const crowd = Array.from({ length: 8 }, someEmail);
  await countTries(shop, 92, loginMailsByIp, address);
  for (const email of crowd) {
    const code = await mailedCode(shop, email, address);
    expectWrong(await logInWithCode(shop, email, wrongFor(code), {}, address));
    expect((await logInWithCode(shop, email, code, {}, address)).statusCode).toBe(200);
  }
  const request = (email: string, from = address) => ask(shop, "POST", "code", { json: { email }, address: from });
  const late = await request(someEmail());
  expect([late.statusCode, late.headers["retry-after"]]).toEqual([429, "3600"]);
  // The network is known to those who logged in there, and strangers do not use up their requests.
  await countTries(shop, 19, loginMailsByAccount, crowd[0]!);
  expect([(await request(crowd[0]!)).statusCode, (await request(crowd[0]!, someAddress())).statusCode]).toEqual([
    200, 429,
  ]);
});

test("wrong codes count as failed logins: ten for an account and address, twenty an hour for an owner", async ({
  shop,
}) => {
  const { email } = await makeCustomer(shop);
  const address = someAddress();
  const guess = async (one: string, from: string) => (await logInWithCode(shop, one, "123456", {}, from)).statusCode;
  for (let i = 0; i < 10; i++) expect(await guess(email, address)).toBe(401);
  expect([await guess(email, address), await guess(email, someAddress())]).toEqual([429, 401]);
  const login = await ask(shop, "POST", "login", { json: { email, password: "x" }, address });
  expect(login.statusCode).toBe(429);
  for (let i = 0; i < 20; i++) expect(await guess(OWNER.email, someAddress())).toBe(401);
  expect(await guess(OWNER.email, someAddress())).toBe(429);
});

test("RATE_LIMIT=off switches the limits off, and a code still ends after five wrong tries", async () => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const email = someEmail();
  const address = someAddress();
  for (let i = 0; i < 25; i++) await requestCode(shop, email, address);
  const code = await mailedCode(shop, email);
  for (let i = 0; i < 15; i++) expectWrong(await logInWithCode(shop, email, wrongFor(code), {}, address));
  expectWrong(await logInWithCode(shop, email, code, {}, address));
});
