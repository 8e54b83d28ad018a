import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import { recoveryCodes, totpSecrets } from "../../src/server/accounts/second-factor-table.ts";
import { loginNetworks } from "../../src/server/accounts/user-table.ts";
import { unsubscribed } from "../../src/server/notifications/unsubscribed-table.ts";
import { createKeyedHash } from "../../src/server/platform/keyed-hash.ts";
import { findSecretProblem, requireWholeChange } from "../../src/server/startup/change-secret.ts";
import { asOwner } from "../support/admin.ts";
import { appointmentsOf, buySession, choose, makeAvailable, slotsOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { ask, register, someAddress, statusOf } from "../support/people.ts";
import { logInWith, setUpTotp } from "../support/second-factor.ts";
import { runCommand, startShop, stopProcess } from "../support/shop-process.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

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

test("links, codes and networks of a version that did not derive keys go on working", async () => {
  const shop = await openOwnShop();
  const { codes } = await setUpTotp(shop);
  const session = await bookSession(shop);
  const join = session.join.slice(0, -22);
  expect(oldHash(shop, "join", session.id)).not.toBe(session.join.slice(-22));
  expect(await statusAt(shop, join + oldHash(shop, "join", session.id))).toBe(200);
  expect(await statusAt(shop, join + oldHash(shop, "another purpose", session.id))).toBe(404);
  const calendar = session.calendar.replace(/key=.*/, `key=${oldHash(shop, "appointment calendar", session.id)}`);
  expect(await statusAt(shop, calendar)).toBe(200);

  const userId = decodeJwt(shop.ownerToken).id as string;
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

const file = ({ config }: TestShop) => path.join(config.dataDir, "jwt-secret");
const settingsOf = ({ config, databaseUrl }: TestShop) => ({ DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir });
const readRows = async ({ db }: TestShop) => [
  await db.select().from(totpSecrets),
  await db.select().from(recoveryCodes).orderBy(recoveryCodes.hash),
  await db.select().from(unsubscribed),
];

/** A shop with an authenticator app, typed keys and somebody who wants no more mails. */
async function openUsedShop(settings: Record<string, string> = {}) {
  const shop = await openOwnShop(settings);
  const { codeAt, codes } = await setUpTotp(shop);
  const buyer = await makeCustomer(shop);
  const address = createKeyedHash(shop.config.jwtSecret)("unsubscribe", buyer.email);
  await shop.db.insert(unsubscribed).values({ address, notice: "reviews", at: shop.clock.now() });
  return { shop, codeAt, codes, buyer };
}

test("the command changes a secret of the shop's own: logins end, the second step and refusals of mails stay", async () => {
  const { shop, codeAt, codes, buyer } = await openUsedShop();
  const session = await bookSession(shop);
  const guest = "guest@example.com";
  await asOwner(shop, "POST", "/api/invitations", { email: guest, role: "owner" });
  const [mail] = await mailsTo(shop, guest);
  const link = /\/invitation\/([\w-]+)/.exec(mail!.text)![1]!;
  const values = { host: "127.0.0.1", port: 25, security: "none", user: "", sender: "Shop <a@example.com>" } as const;
  await shop.services.sealed.save("mail", 0, values, decodeJwt(shop.ownerToken).id as string);
  const before = await readRows(shop);

  const early = await runCommand("change-secret", settingsOf(shop));
  expect(early).toMatchObject({
    code: 1,
    stderr: "The shop runs (processes: 1). Stop it first. Nothing was changed.\n",
  });
  expect([await readRows(shop), await readdir(shop.config.dataDir)]).toEqual([
    before,
    expect.not.arrayContaining([`${path.basename(file(shop))}.next`]),
  ]);
  await shop.app.close();
  const { code, stdout, stderr } = await runCommand("change-secret", settingsOf(shop));
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^Encrypted anew: 1 secret of authenticator apps and webhooks\.\n[\s\S]+\nThe shop can be started\.\n$/,
  );

  const jwtSecret = await readFile(file(shop), "utf8");
  expect([jwtSecret === shop.config.jwtSecret, (await stat(file(shop))).mode & 0o777]).toEqual([false, 0o600]);
  const config = { ...shop.config, jwtSecret };
  const changed = await openSecondShop({ ...shop, config });
  expect(await findSecretProblem(shop.db, config)).toBeUndefined();
  expect(await statusOf(changed, shop.ownerToken)).toBe(401);
  const logIn = (proof: object) => logInWith({ ...shop, app: changed.app }, proof);
  expect((await logIn({})).json()).toMatchObject({ methods: ["totp"] });
  expect(problemOf(await logIn({ code: codes[0] })).code).toBe("wrong_code");
  expect((await logIn({ code: codeAt() })).statusCode).toBe(200);
  expect((await changed.services.sealed.read()).mail.values).toMatchObject(values);
  expect(await changed.services.notifications.hasUnsubscribed(buyer.email, "reviews")).toBe(true);
  expect(await statusAt(changed, `/api/users/invitations/${link}`)).toBe(200);
  for (const old of [session.join, session.calendar]) expect(await statusAt(changed, old)).toBe(404);
});

test("a shop with JWT_SECRET is given the new one; with a wrong one nothing is changed, and the start warns", async () => {
  const secrets = {
    JWT_SECRET: "the secret until today ".repeat(2),
    NEW_JWT_SECRET: "the secret from now on ".repeat(2),
  };
  const { shop } = await openUsedShop({ JWT_SECRET: secrets.JWT_SECRET });
  await shop.app.close();
  const before = await readRows(shop);
  const change = (given: Record<string, string>) => runCommand("change-secret", { ...settingsOf(shop), ...given });
  const refused = [
    [
      { ...secrets, JWT_SECRET: "x".repeat(32) },
      /^JWT_SECRET cannot open 1 of 1 secrets of authenticator apps and webhooks, so nothing was changed: [^\n]+\n$/,
    ],
    [{ JWT_SECRET: secrets.JWT_SECRET }, /^Give the new secret too: NEW_JWT_SECRET=/],
    [{ ...secrets, NEW_JWT_SECRET: secrets.JWT_SECRET }, /^NEW_JWT_SECRET is the secret in use/],
    [{ ...secrets, NEW_JWT_SECRET: "short" }, /^NEW_JWT_SECRET must have at least 32 characters/],
  ] as const;
  for (const [given, message] of refused) {
    const { code, stderr } = await change(given);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  }
  expect(await readRows(shop)).toEqual(before);
  // The second time, what is encrypted with the new one already stays so.
  for (const _ of [1, 2]) {
    const { code, stdout } = await change(secrets);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Now set JWT_SECRET to the new secret")]);
  }
  const problem = (jwtSecret: string) => findSecretProblem(shop.db, { ...shop.config, jwtSecret });
  expect(await problem(secrets.NEW_JWT_SECRET.trim())).toBeUndefined();
  expect(await problem(secrets.JWT_SECRET)).toMatch(/^JWT_SECRET cannot open 1 of 1 secrets /);
});

test("a command that is killed leaves all as it was, or a change that its repetition finishes", async () => {
  const { shop } = await openUsedShop();
  await shop.app.close();
  const before = [await readRows(shop), await readdir(shop.config.dataDir)];
  const child = spawn(process.execPath, ["scripts/change-secret.ts"], {
    env: { PATH: process.env.PATH, ...settingsOf(shop) },
  });
  await shop.db.transaction(async (tx) => {
    await tx.execute("lock table recovery_codes");
    await until(async () => (await shop.db.$count(sql`pg_locks`, sql`not granted`)) > 0);
    await stopProcess(child, "SIGKILL");
  });
  expect([await readRows(shop), await readdir(shop.config.dataDir)]).toEqual(before);
  const { config } = shop;
  expect(() => requireWholeChange(config)).not.toThrow();

  // Killed after the commit: the file has the old secret still.
  expect((await runCommand("change-secret", settingsOf(shop))).code).toBe(0);
  const after = await readFile(file(shop), "utf8");
  await rename(file(shop), `${file(shop)}.next`);
  await writeFile(file(shop), config.jwtSecret);
  await expect(startShop(settingsOf(shop))).rejects.toThrow(
    "The shop did not start. DATA_DIR has a secret whose change was interrupted: run npm run change-secret again.",
  );
  expect((await runCommand("change-secret", settingsOf(shop))).code).toBe(0);
  expect([await readFile(file(shop), "utf8"), (await readdir(config.dataDir)).length]).toEqual([
    after,
    before[1]!.length,
  ]);
  expect(await findSecretProblem(shop.db, { ...config, jwtSecret: after })).toBeUndefined();
});
