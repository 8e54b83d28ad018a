import { expect } from "vitest";
import {
  loginByAccount,
  loginByAccountAndIp,
  loginMailsByIp,
  loginMailsByKnownNetwork,
  loginMailsByMailbox,
} from "../../src/server/accounts/limits.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import {
  ask,
  codesTo,
  logInWithCode,
  mailedCode,
  newPerson,
  requestCode,
  someAddress,
  someEmail,
  wrongFor,
} from "../support/people.ts";
import { makePerson } from "../support/registered-people.ts";
import { logInWith, setUpTotp } from "../support/second-factor.ts";
import { OWNER, openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const DAY_MS = 24 * 60 * 60_000;

const expectWrong = (reply: { statusCode: number; json(): { code: string } }) =>
  expect([reply.statusCode, reply.json().code]).toEqual([401, "wrong_code"]);

/** Asks for codes and reset links in turn. Returns all that somebody sees of the answers. */
async function requestMails(shop: TestShop, email: string, addresses: string[]) {
  const answers = [];
  for (const [i, address] of addresses.entries()) {
    const reply = await ask(shop, "POST", i % 2 ? "forgot" : "code", { json: { email }, address });
    answers.push({ status: reply.statusCode, wait: reply.headers["retry-after"], ...reply.json() });
  }
  return answers;
}
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);
const times = (count: number, status: number) => Array<number>(count).fill(status);
const from = (address: string, count: number) => Array<string>(count).fill(address);
const REFUSED = {
  status: 429,
  code: "too_many",
  wait: `${24 * 60 * 60}`,
  message:
    "Codes and links were asked for too often. Please look for the last mail, among spam too, or try again in 24 hours.",
};

test("strangers get three mails a day to a mailbox from a network and twenty from all; who logged in there before still gets hers", async ({
  shop,
}) => {
  const [email, home] = [someEmail(), someAddress()];
  const code = await mailedCode(shop, email, home);
  expect((await logInWithCode(shop, email, code, {}, home)).statusCode).toBe(200);
  shop.clock.advance(DAY_MS);
  const stranger = someAddress();
  const elsewhere = Array.from({ length: 18 }, someAddress);
  const asked = [...from(stranger, 5), ...elsewhere];
  const answers = await requestMails(shop, email, asked);
  expect(statusesOf(answers)).toEqual([...times(3, 200), ...times(2, 429), ...times(17, 200), 429]);
  expect(answers.filter(({ status }) => status === 429)).toEqual([REFUSED, REFUSED, REFUSED]);
  // Whether there is an account cannot be seen.
  expect(await requestMails(shop, someEmail(), asked)).toEqual(answers);
  expect(statusesOf(await requestMails(shop, email, from(home, 21)))).toEqual([...times(20, 200), 429]);
  shop.clock.advance(60 * 60_000 + 1);
  const [later] = await requestMails(shop, email, [someAddress()]);
  expect(later).toMatchObject({ status: 429, message: expect.stringContaining("try again in 23 hours.") });
  shop.clock.advance(DAY_MS);
  expect(statusesOf(await requestMails(shop, email, [stranger, home]))).toEqual(times(2, 200));
});

test("plus addresses and dots count for one mailbox, registered ones too, wherever they log in", async ({ shop }) => {
  const name = crypto.randomUUID();
  let n = 0;
  const another = () => `asha.rao${n % 2 ? "." : ""}${name}+${n++}@example.com`;
  expect(statusesOf(await requestMails(shop, another(), from(someAddress(), 1)))).toEqual([200]);
  const stranger = someAddress();
  for (const status of [...times(3, 200), ...times(3, 429)])
    expect(statusesOf(await requestMails(shop, another(), [stranger]))).toEqual([status]);
  await countTries(shop, 16, loginMailsByMailbox, `asharao${name}@example.com`);
  expect(statusesOf(await requestMails(shop, another().toUpperCase(), [someAddress()]))).toEqual([429]);

  // Who registered them and logs in from many networks gets twenty more, of all networks together.
  for (let i = 0; i < 3; i++) {
    const person = newPerson({ email: another() });
    const address = someAddress();
    expect((await ask(shop, "POST", "register", { json: person, address })).statusCode).toBe(201);
    const wanted = i < 2 ? times(4, 200) : [...times(2, 200), ...times(2, 429)];
    expect(statusesOf(await requestMails(shop, person.email, from(address, 4)))).toEqual(wanted);
    if (i === 1) await countTries(shop, 10, loginMailsByKnownNetwork, `asharao${name}@example.com`);
  }
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
  expect([(await request(crowd[0]!)).statusCode, (await request(someEmail(), someAddress())).statusCode]).toEqual([
    200, 200,
  ]);
});

test("wrong codes get the same answers for customers, owners and nobody, and leave the second step open", async () => {
  const shop = await openOwnShop();
  const { codeAt } = await setUpTotp(shop);
  const { email } = await makeCustomer(shop);
  const address = someAddress();
  const addresses = [...Array.from({ length: 24 }, someAddress), ...from(address, 11)];
  const guess = async (one: string) => {
    await requestCode(shop, one);
    const answers = [];
    for (const nth of addresses) {
      const reply = await logInWithCode(shop, one, "123456", {}, nth);
      answers.push([reply.statusCode, reply.headers["retry-after"], reply.body]);
    }
    return answers;
  };
  const answers = await guess(OWNER.email);
  expect(answers.map(([status]) => status)).toEqual([...times(34, 401), 429]);
  for (const one of [email, someEmail()]) expect(await guess(one)).toEqual(answers);
  expect((await ask(shop, "POST", "login", { json: { email, password: "x" }, address })).statusCode).toBe(429);
  const stranger = { address: someAddress() };
  expect((await logInWith(shop, { code: codeAt() }, stranger)).statusCode).toBe(200);
});

test("wrong codes of strangers do not end a code where it was asked for, whatever they try", async ({ shop }) => {
  const [email, home] = [someEmail(), someAddress()];
  const code = await mailedCode(shop, email, home);
  await countTries(shop, 50, loginByAccount, email);
  await countTries(shop, 10, loginByAccountAndIp, [email, home]);
  for (let i = 0; i < 6; i++) await logInWithCode(shop, email, wrongFor(code));
  expect((await logInWithCode(shop, email, code)).statusCode).toBe(429);
  for (let i = 0; i < 4; i++) await logInWithCode(shop, email, wrongFor(code), {}, home);
  expect((await logInWithCode(shop, email, code, {}, home)).statusCode).toBe(200);
  const ended = await mailedCode(shop, email, home);
  for (let i = 0; i < 5; i++) await logInWithCode(shop, email, wrongFor(ended), {}, home);
  expect((await logInWithCode(shop, email, ended, {}, home)).statusCode).not.toBe(200);
});

test("a person who registered a mailbox cannot end the codes mailed to it until it is confirmed", async ({ shop }) => {
  const { email, token, password } = await makePerson(shop);
  const early = await mailedCode(shop, email);
  await requestCode(shop, email);
  const json = { name: "A Stranger", phone: "", password: "a brand new password", currentPassword: password };
  const changed = await ask(shop, "PUT", "profile", { token, json });
  expect(changed.statusCode, changed.body).toBe(200);
  const codes = await codesTo(shop, email);
  expect(codes).toEqual([early, expect.any(String)]);
  const erased = await shop.call("DELETE", "/api/users/profile", {
    token: changed.json().token,
    json: { password: json.password },
    address: someAddress(),
  });
  expect(erased.statusCode, erased.body).toBe(200);
  expect((await logInWithCode(shop, email, codes[1])).statusCode).toBe(200);
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
