import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import type { SecondFactor } from "../../src/contracts/accounts/second-factor.ts";
import { codeByAccount, codeByAccountAndIp, loginByIp } from "../../src/server/accounts/limits.ts";
import { totpSecrets } from "../../src/server/accounts/second-factor-table.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { ask, mailedToken, reset, someAddress, statusOf } from "../support/people.ts";
import { createSoftwarePasskey, logInWith, setUpTotp } from "../support/second-factor.ts";
import { OWNER, openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const STEP_MS = 30_000;
const PATH = "/api/users/second-factor";
const codeOf = (reply: LightMyRequestResponse) => [reply.statusCode, problemOf(reply).code];
const statusOfOwner = async (shop: TestShop) => (await asOwner(shop, "GET", PATH)).json() as SecondFactor;

test("with an authenticator app, a login needs a code: each works once, 30 seconds early or late", async () => {
  const shop = await openOwnShop();
  const { codeAt, codes } = await setUpTotp(shop);
  expect(codes).toHaveLength(10);
  expect(await statusOfOwner(shop)).toEqual({ totp: true, passkeys: [], recoveryCodes: 10 });
  expect(await statusOf(shop, shop.ownerToken)).toBe(200);

  const asked = await logInWith(shop);
  expect([asked.statusCode, asked.json()]).toMatchObject([
    401,
    { code: "second_factor_required", methods: ["totp", "recovery"] },
  ]);
  expect(codeOf(await logInWith(shop, { code: codeAt() }, { password: "not the password" }))[1]).toBe(
    "wrong_credentials",
  );
  // The code that finished the set-up has been used, too.
  for (const wrong of [codeAt(-1), codeAt(2), "nonsense"]) {
    const refused = await logInWith(shop, { code: wrong });
    expect([...codeOf(refused), problemOf(refused).fields]).toEqual([
      403,
      "wrong_code",
      { code: "This code is wrong or was used already." },
    ]);
  }
  const parallel = await Promise.all([0, 1].map(() => logInWith(shop, { code: codeAt() })));
  expect(parallel.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
  const early = codeAt(1);
  expect((await logInWith(shop, { code: `${early.slice(0, 3)} ${early.slice(3)}` })).statusCode).toBe(200);
  shop.clock.advance(STEP_MS);
  expect((await logInWith(shop, { code: early })).statusCode).toBe(403);
  shop.clock.advance(2 * STEP_MS);
  expect((await logInWith(shop, { code: codeAt(-1) })).statusCode).toBe(200);

  const [{ secret } = { secret: "" }] = await shop.db.select().from(totpSecrets);
  expect(secret).toMatch(/^[\w-]{60,}$/);
  const { id } = (await shop.db.$client.query("select id from users where email = $1", [OWNER.email])).rows[0];
  expect(await activityOf(shop, id)).toContainEqual(
    expect.objectContaining({ kind: "person", action: "updated", changes: { authenticatorApp: [null, true] } }),
  );
});

test("each recovery code works once, and new ones replace the old", async () => {
  const shop = await openOwnShop();
  const { codes } = await setUpTotp(shop);
  const [first = "", second = "", third = ""] = codes;
  const parallel = await Promise.all([1, 2].map(() => logInWith(shop, { code: first })));
  expect(parallel.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
  expect((await logInWith(shop, { code: ` ${second.toUpperCase().replace("-", " ")}` })).statusCode).toBe(200);
  expect((await statusOfOwner(shop)).recoveryCodes).toBe(8);

  const renew = (proof: object) => asOwner(shop, "POST", `${PATH}/recovery-codes`, proof);
  expect(codeOf(await renew({ currentPassword: OWNER.password }))).toEqual([403, "confirm_second_factor"]);
  expect(codeOf(await renew({ code: second }))).toEqual([403, "wrong_code"]);
  const renewed = (await renew({ code: codes[3] })).json().codes as string[];
  expect((await logInWith(shop, { code: third })).statusCode).toBe(403);
  expect((await logInWith(shop, { code: renewed[0] })).statusCode).toBe(200);
  const stored = JSON.stringify((await shop.db.$client.query("select * from recovery_codes")).rows);
  for (const code of renewed) expect(stored).not.toContain(code);
});

test("guessed codes are limited for an address and an account, parallel ones too, and a reset does not help", async () => {
  const shop = await openOwnShop();
  const { codeAt } = await setUpTotp(shop);
  const home = "203.0.113.5";
  expect((await logInWith(shop, { code: codeAt() }, { address: home })).statusCode).toBe(200);

  const statuses = async (addresses: string[]) =>
    (await Promise.all(addresses.map((address) => logInWith(shop, { code: "000000" }, { address })))).map(
      ({ statusCode }) => statusCode,
    );
  const crowd = someAddress();
  await countTries(shop, 8, codeByAccountAndIp, [OWNER.email, crowd]);
  await countTries(shop, 8, codeByAccount, OWNER.email);
  expect((await statuses(Array<string>(5).fill(crowd))).sort()).toEqual([403, 403, 429, 429, 429]);
  // Somebody else at the address can still log in: wrong codes are no failed logins of the address.
  const neighbour = await makeCustomer(shop);
  await countTries(shop, 299, loginByIp, crowd);
  expect((await ask(shop, "POST", "login", { json: neighbour, address: crowd })).statusCode).toBe(200);
  // With the first login 18 are counted: of six more from other addresses, four are too many for the account.
  await countTries(shop, 7, codeByAccount, OWNER.email);
  expect((await statuses(Array.from({ length: 6 }, someAddress))).sort()).toEqual([403, 403, 429, 429, 429, 429]);

  // A mailed link changes the password, and neither logs in nor gives more guesses.
  const { json, statusCode } = await reset(shop, await mailedToken(shop, OWNER.email), "another long password");
  expect([statusCode, json()]).toEqual([200, { message: "Password updated!" }]);
  const person = { password: "another long password" };
  expect(codeOf(await logInWith(shop, {}, person))).toEqual([401, "second_factor_required"]);
  shop.clock.advance(STEP_MS);
  const stranger = { ...person, address: someAddress() };
  expect((await logInWith(shop, { code: codeAt() }, stranger)).statusCode).toBe(429);
  expect((await logInWith(shop, { code: codeAt() }, { ...person, address: home })).statusCode).toBe(200);
});

test("turning it off needs the password and a code; setting it up needs the password, and a code if there is one", async () => {
  const shop = await openOwnShop();
  for (const step of ["totp", "passkeys/options", "recovery-codes"]) {
    const refused = await asOwner(shop, "POST", `${PATH}/${step}`, {});
    expect([...codeOf(refused), Object.keys(problemOf(refused).fields ?? {})]).toEqual([
      403,
      "confirm_password",
      ["currentPassword"],
    ]);
  }
  const guessed = await asOwner(shop, "POST", `${PATH}/totp`, { currentPassword: "not the password" });
  expect(codeOf(guessed)).toEqual([403, "wrong_password"]);
  const { codeAt, codes } = await setUpTotp(shop);
  const remove = (json: object) => asOwner(shop, "DELETE", `${PATH}/totp`, json);
  expect(codeOf(await remove({ password: "not the password", code: codeAt() }))).toEqual([403, "wrong_password"]);
  expect(codeOf(await remove({ password: OWNER.password, code: "000000" }))).toEqual([403, "wrong_code"]);
  expect(codeOf(await remove({ password: OWNER.password }))).toEqual([403, "confirm_second_factor"]);
  for (const step of ["totp", "passkeys/options", "recovery-codes"]) {
    const refused = await asOwner(shop, "POST", `${PATH}/${step}`, { currentPassword: OWNER.password });
    expect(codeOf(refused)).toEqual([403, "confirm_second_factor"]);
  }
  expect(codeOf(await asOwner(shop, "POST", `${PATH}/totp`, { code: codeAt() }))).toEqual([409, "totp_set_up"]);
  expect((await remove({ password: OWNER.password, code: codes[0] })).json().secondFactor).toEqual({
    totp: false,
    passkeys: [],
    recoveryCodes: 0,
  });
  expect((await logInWith(shop)).statusCode).toBe(200);
  const again = await asOwner(shop, "POST", `${PATH}/totp`, { currentPassword: OWNER.password });
  expect([again.statusCode, again.json().url]).toEqual([200, expect.stringContaining("otpauth://totp/Nakshatra:")]);
  // A login needs no code until a first code confirms the app, which must happen within a time limit.
  expect((await logInWith(shop)).statusCode).toBe(200);
  expect(codeOf(await asOwner(shop, "POST", `${PATH}/recovery-codes`, { currentPassword: OWNER.password }))).toEqual([
    409,
    "no_second_factor",
  ]);
});

async function addPasskey(
  shop: TestShop,
  proof: object = { currentPassword: OWNER.password },
  token = shop.ownerToken,
) {
  const passkey = createSoftwarePasskey(shop.config.publicUrl);
  const begun = await shop.call("POST", `${PATH}/passkeys/options`, { token, json: proof });
  const credential = passkey.register(begun.json().options);
  const send = () => shop.call("POST", `${PATH}/passkeys`, { token, json: { name: "Phone", credential } });
  return { passkey, send };
}

test("a passkey logs in: its challenge works once, for one account, origin and purpose, for five minutes", async () => {
  const shop = await openOwnShop();
  const { passkey, send } = await addPasskey(shop);
  const added = await send();
  expect([added.statusCode, added.json().codes.length]).toEqual([201, 10]);
  expect(codeOf(await send())).toEqual([400, "passkey_refused"]);

  const challenge = async () => {
    const { methods, passkey: options } = (await logInWith(shop)).json();
    expect(methods).toEqual(["passkey", "recovery"]);
    expect(options).toMatchObject({ rpId: "localhost", allowCredentials: [{ id: passkey.id }] });
    return options as { challenge: string };
  };
  const assertion = passkey.sign(await challenge());
  const parallel = await Promise.all([1, 2].map(() => logInWith(shop, { passkey: assertion })));
  expect(parallel.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);

  const late = passkey.sign(await challenge());
  shop.clock.advance(5 * 60_000);
  expect(codeOf(await logInWith(shop, { passkey: late }))).toEqual([403, "wrong_passkey"]);
  const confirm = async () => {
    const refused = await asOwner(shop, "POST", `${PATH}/passkeys/options`, {});
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: "confirm_second_factor", methods: ["passkey", "recovery"] },
    ]);
    return passkey.sign(refused.json().passkey);
  };
  const proof = await confirm();
  const confirmed = await asOwner(shop, "POST", `${PATH}/passkeys/options`, { passkey: proof });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  const repeated = await asOwner(shop, "POST", `${PATH}/passkeys/options`, { passkey: proof });
  expect(codeOf(repeated)).toEqual([403, "wrong_passkey"]);
  const enrolment = confirmed.json().options;
  expect((await logInWith(shop, { passkey: passkey.sign(enrolment) })).statusCode).toBe(403);
  const elsewhere = createSoftwarePasskey("https://evil.example.com");
  const forged = { ...elsewhere.sign(await challenge()), id: passkey.id, rawId: passkey.id };
  expect((await logInWith(shop, { passkey: forged })).statusCode).toBe(403);

  // Another owner's challenge and passkey are of no use.
  await shop.services.accounts.appointOwner({ email: "second@example.com", password: "a second password" });
  const second = { email: "second@example.com", password: "a second password" };
  const theirs = await addPasskey(shop, { currentPassword: second.password }, await shop.logIn(second));
  await theirs.send();
  const { passkey: options } = (await logInWith(shop, {}, second)).json();
  expect((await logInWith(shop, { passkey: passkey.sign(options) })).statusCode).toBe(403);
  expect((await logInWith(shop, { passkey: theirs.passkey.sign(await challenge()) })).statusCode).toBe(403);
  expect((await logInWith(shop, { passkey: passkey.sign(await challenge()) })).statusCode).toBe(200);
});

test("setting up a factor ends the other logins; appointing an owner from the shell clears it; customers have none", async () => {
  const shop = await openOwnShop();
  const other = await shop.logIn();
  const { codes } = await setUpTotp(shop);
  expect([await statusOf(shop, other), await statusOf(shop, shop.ownerToken)]).toEqual([401, 200]);
  const third = (await logInWith(shop, { code: codes[0] })).json().token as string;
  expect(await statusOf(shop, third)).toBe(200);
  await (await addPasskey(shop, { code: codes[1] })).send();
  expect([await statusOf(shop, third), await statusOf(shop, shop.ownerToken)]).toEqual([401, 200]);
  expect(await statusOfOwner(shop)).toMatchObject({ totp: true, passkeys: [{ name: "Phone", lastUsedAt: null }] });
  await shop.services.accounts.appointOwner(OWNER);
  const login = await logInWith(shop);
  expect(login.statusCode).toBe(200);
  const { token } = login.json();
  expect((await shop.call("GET", PATH, { token })).json()).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 });

  const customer = await makeCustomer(shop);
  const begun = await shop.call("POST", `${PATH}/totp`, { token: customer.token, json: {} });
  expect(codeOf(begun)).toEqual([403, "not_allowed"]);
  expect((await logInWith(shop, { code: "123456" }, customer)).statusCode).toBe(200);
});
