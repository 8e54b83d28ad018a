import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { PersonalData } from "../../src/contracts/accounts/personal-data.ts";
import { appointments } from "../../src/server/appointments/appointment-table.ts";
import { appointmentIntakes } from "../../src/server/appointments/intake-table.ts";
import { writeBackup } from "../../src/server/backup/backup-file.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { problemsIn } from "../../src/server/doctor/service.ts";
import { deleteExpired } from "../../src/server/startup/jobs.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import {
  bookAndTell,
  DAY_MS,
  giveIntake,
  HOUR_MS,
  intakePath,
  makeAvailable,
  readIntake,
  told,
} from "../support/appointments.ts";
import { backupSource, createEmptyStorage } from "../support/backups.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { expectRefused, problemOf } from "../support/forms.ts";
import { readOrder, setStatus } from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const MARKER = "a question that nobody else may find";
const root = path.resolve(import.meta.dirname, "../..");

const storedOf = async (shop: TestShop, id: string) =>
  (await shop.db.select().from(appointmentIntakes).where(eq(appointmentIntakes.appointmentId, id)))[0];

test("the caller writes, changes and withdraws an intake; the assigned expert and the owner read it; others get 404", async ({
  shop,
}) => {
  const { expert, buyer, id } = await bookAndTell(shop);
  const [assigned, other] = [
    await makeExpertAccount(shop, expert),
    await makeExpertAccount(shop, await makeAvailable(shop)),
  ];
  const stranger = await makeCustomer(shop);
  const statuses = async (token: string | undefined) => {
    const replies = [
      await shop.call("GET", intakePath(id), { token }),
      await shop.call("PUT", intakePath(id), { token, json: told }),
      await shop.call("DELETE", intakePath(id), { token }),
    ];
    return replies.map(({ statusCode }) => statusCode);
  };
  expect({
    visitor: await statuses(undefined),
    stranger: await statuses(stranger.token),
    otherExpert: await statuses(other.token),
    assigned: await statuses(assigned.token),
    owner: await statuses(shop.ownerToken),
  }).toEqual({
    visitor: [401, 401, 401],
    stranger: [404, 404, 404],
    otherExpert: [404, 404, 404],
    assigned: [200, 403, 403],
    owner: [200, 403, 403],
  });

  const { consent, ...details } = { ...told, birthTime: "07:45", isChild: false };
  const { givenAt } = await readIntake(shop, buyer.token, id);
  expect(await readIntake(shop, buyer.token, id)).toMatchObject({ canChange: true, keptDays: 90, isUnreadable: false });
  for (const { token } of [assigned, { token: shop.ownerToken }])
    expect(await readIntake(shop, token, id)).toMatchObject({ details, givenAt, canChange: false });
  shop.clock.advance(1000);
  await giveIntake(shop, buyer.token, id, { birthTime: "unknown" });
  const changed = await readIntake(shop, assigned.token, id);
  expect(changed).toMatchObject({ details: { birthTime: "unknown" }, givenAt, expertName: expert.name });
  expect(changed.updatedAt! > givenAt!).toBe(true);
  expect((await shop.call("DELETE", intakePath(id), { token: buyer.token })).statusCode).toBe(200);
  expect(await storedOf(shop, id)).toBeUndefined();
  expect(await readIntake(shop, assigned.token, id)).toMatchObject({ details: null, givenAt: null });
});

test("each invalid field is named; an intake can be changed until the session ends and withdrawn later; writes are rate-limited", async ({
  shop,
}) => {
  const { buyer, id, startsAt, orderId } = await bookAndTell(shop);
  const wrong = {
    question: " ",
    birthDate: "1899-12-31",
    birthTime: "25:00",
    birthPlace: "x".repeat(201),
    consent: false,
  };
  expectRefused(await giveIntake(shop, buyer.token, id, wrong), ...Object.keys(wrong));
  const tomorrow = new Date(shop.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
  for (const birthDate of ["2001-02-30", "yesterday", tomorrow])
    expectRefused(await giveIntake(shop, buyer.token, id, { birthDate }), "birthDate");
  expectRefused(await giveIntake(shop, buyer.token, id, { question: "x".repeat(2001) }), "question");

  shop.clock.advance(Date.parse(startsAt) + HOUR_MS - shop.clock.now().getTime());
  expect((await giveIntake(shop, buyer.token, id)).statusCode).toBe(200);
  shop.clock.advance(1);
  expect(problemOf(await giveIntake(shop, buyer.token, id)).code).toBe("intake_closed");
  expect(await readIntake(shop, buyer.token, id)).toMatchObject({
    canChange: false,
    details: { birthPlace: "Nagpur" },
  });
  expect((await shop.call("DELETE", intakePath(id), { token: buyer.token })).statusCode).toBe(200);

  await setStatus(shop, shop.ownerToken, orderId, { status: "cancelled" });
  let last = 0;
  for (let tries = 0; tries <= 30; tries++) last = (await giveIntake(shop, buyer.token, id)).statusCode;
  expect(last).toBe(429);
});

test("the data of somebody under 18 needs a parent's consent, which is recorded", async ({ shop }) => {
  const { buyer, id } = await bookAndTell(shop);
  const today = new Date(shop.clock.now().getTime() + 5.5 * HOUR_MS).toISOString().slice(0, 10);
  const eighteenToday = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`.replace("02-29", "02-28");
  const dayAfter = new Date(Date.parse(eighteenToday) + DAY_MS).toISOString().slice(0, 10);
  for (const change of [{ isChild: true }, { birthDate: dayAfter }])
    expectRefused(await giveIntake(shop, buyer.token, id, change), "guardianConsent");
  expect((await giveIntake(shop, buyer.token, id, { birthDate: eighteenToday })).json()).toMatchObject({
    details: { isChild: false },
    guardianConsentedAt: null,
  });
  const given = await giveIntake(shop, buyer.token, id, { birthDate: dayAfter, guardianConsent: true });
  const { guardianConsentedAt } = given.json();
  expect(guardianConsentedAt).toBe(shop.clock.now().toISOString());
  shop.clock.advance(1000);
  const changed = await giveIntake(shop, buyer.token, id, { isChild: true, guardianConsent: true });
  expect(changed.json()).toMatchObject({ details: { isChild: true }, guardianConsentedAt });
  expect(await readIntake(shop, shop.ownerToken, id)).toMatchObject({ guardianConsentedAt });
  await giveIntake(shop, buyer.token, id);
  expect((await storedOf(shop, id))!.guardianConsentedAt).toBeNull();
});

/** All files of this database, and the newest part of the write-ahead log. */
async function findInDatabaseFiles(shop: TestShop, text: string) {
  await shop.db.execute(sql`checkpoint`);
  const { rows } = await shop.db.execute<{ name: string; found: boolean }>(sql`
    select name, position(convert_to(${text}, 'UTF8') in pg_read_binary_file(name)) > 0 as found from (
      select pg_relation_filepath(oid) as name from pg_class where relkind in ('r', 't', 'i') and relfilenode <> 0
        and (relname like 'appointment%' or oid in (select reltoastrelid from pg_class where relname like 'appointment%'))
      union all select 'pg_wal/' || pg_walfile_name(pg_current_wal_lsn())
    ) files`);
  expect(rows.length).toBeGreaterThan(5);
  return rows.some(({ found }) => found);
}

test("an intake is not readable in database rows, database files, backups or logs, and none of them has the key", async () => {
  const shop = await openOwnShop({ LOG_LEVEL: "trace" });
  const { buyer, id } = await bookAndTell(shop, { question: MARKER, birthPlace: MARKER });
  await giveIntake(shop, buyer.token, id, { question: MARKER, birthTime: MARKER });
  const stored = await storedOf(shop, id);
  const key = await readFile(path.join(shop.config.dataDir, "intake.key"), "utf8");
  expect((await stat(shop.config.intakeKeyFile)).mode & 0o777).toBe(0o600);
  expect(key).toMatch(/^[0-9a-f]{64}$/);

  const file = path.join((await createEmptyStorage()).folder, "shop.tar.zst");
  await writeBackup(readShop(backupSource(shop)), file);
  const archive = await readFile(file);
  const plain = await promisify(zstdDecompress)(archive);
  expect(plain.includes(stored!.sealed)).toBe(true);
  const seen = [archive, plain, Buffer.from(shop.logLines.join()), Buffer.from(JSON.stringify(stored))];
  for (const secret of [MARKER, told.birthDate, key, Buffer.from(key, "hex")])
    expect(seen.map((bytes) => bytes.includes(secret))).toEqual([false, false, false, false]);
  // Only a superuser may read the server's files.
  const { rows } = await shop.db.execute<{ is: string }>(sql`select current_setting('is_superuser') as is`);
  if (rows[0]!.is !== "on") return;
  expect(await findInDatabaseFiles(shop, (await storedOf(shop, id))!.sealed.slice(0, 200))).toBe(true);
  expect(await findInDatabaseFiles(shop, MARKER)).toBe(false);
});

test("with another key intakes are unreadable without errors; the doctor reports them, and the caller can write again", async ({
  shop,
}) => {
  const { buyer, id } = await bookAndTell(shop);
  const { folder } = await createEmptyStorage();
  const config = { ...shop.config, intakeKeyFile: path.join(folder, "intake.key") };
  const { app } = await openSecondShop({ ...shop, config });
  const moved = {
    call: (method: string, url: string, { token, json }: { token?: string; json?: object } = {}) =>
      app.inject({ method: method as "GET", url, headers: { authorization: `Bearer ${token}` }, payload: json }),
  } as Pick<TestShop, "call">;
  const lines = problemsIn(await runDoctor({ ...shop, config, root })).filter((line) => line.startsWith("Intakes: "));
  expect(lines).toEqual([expect.stringMatching(/notes of callers .+ cannot be opened with .+intake\.key/)]);
  for (const token of [buyer.token, shop.ownerToken])
    expect(await readIntake(moved, token, id)).toMatchObject({ details: null, isUnreadable: true });
  expect((await giveIntake(moved, buyer.token, id)).json()).toMatchObject({
    isUnreadable: false,
    details: { birthPlace: "Nagpur" },
  });
  await shop.db.update(appointmentIntakes).set({ sealed: "x" }).where(eq(appointmentIntakes.appointmentId, id));
  expect(await readIntake(moved, buyer.token, id)).toMatchObject({ details: null, isUnreadable: true });
});

test("the data export has the intake in plain text; deleting the account waits for the session, then erases it at once", async ({
  shop,
}) => {
  const { buyer, id, orderId, startsAt } = await bookAndTell(shop, { question: MARKER });
  const other = await bookAndTell(shop);
  const data = (await shop.call("GET", "/api/users/profile/data", { token: buyer.token })).json() as PersonalData;
  expect(data.intakes).toMatchObject([{ startsAt, details: { question: MARKER, birthPlace: "Nagpur" } }]);
  await setStatus(shop, shop.ownerToken, orderId, { status: "delivered" });
  const { token, password } = buyer;
  const erase = () => shop.call("DELETE", "/api/users/profile", { token, json: { password } });
  const refused = await erase();
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toMatch(/session to come: .+ IST\. Please cancel it on the page of its order/);
  shop.clock.advance(new Date(startsAt).getTime() + 1 - shop.clock.now().getTime());
  const erased = await erase();
  expect(erased.statusCode, erased.body).toBe(200);
  expect(await storedOf(shop, id)).toBeUndefined();
  expect(await storedOf(shop, other.id)).toBeDefined();
  expect(await readOrder(shop, shop.ownerToken, orderId)).toMatchObject({ totalAmount: 1200, status: "delivered" });
});

test("an intake is erased intakeDays after the session, with the names of phone callers; of a cancelled session at once", async ({
  shop,
}) => {
  await publishSettings(shop, "appointments", { intakeDays: 2 });
  const { id, startsAt, expert } = await bookAndTell(shop);
  const off = await bookAndTell(shop);
  const caller = { callerName: "Ishani", callerPhone: "+919876543210", callerEmail: "ishani@example.com" };
  const [start, end] = [new Date(startsAt), new Date(Date.parse(startsAt) + HOUR_MS)];
  const phoned = {
    ...caller,
    id: crypto.randomUUID(),
    expertId: (await makeAvailable(shop))._id,
    title: `With ${expert.name}`,
    mode: "audio",
    minutes: 60,
    state: "confirmed",
    startsAt: start,
    endsAt: end,
    blockedUntil: end,
    zone: "Asia/Kolkata",
    createdAt: start,
  } as const;
  await shop.db.insert(appointments).values(phoned);
  const left = async () => {
    await deleteExpired(shop.services);
    const [row] = await shop.db.select().from(appointments).where(eq(appointments.id, phoned.id));
    return [await storedOf(shop, id), await storedOf(shop, off.id), row!.callerName].map(Boolean);
  };
  expect(await left()).toEqual([true, true, true]);
  await setStatus(shop, shop.ownerToken, off.orderId, { status: "cancelled" });
  expect(await readIntake(shop, shop.ownerToken, off.id)).toMatchObject({ details: null, givenAt: null });
  expect(await left()).toEqual([true, false, true]);
  shop.clock.advance(end.getTime() + 2 * DAY_MS - 1 - shop.clock.now().getTime());
  expect(await left()).toEqual([true, false, true]);
  shop.clock.advance(1);
  expect(await left()).toEqual([false, false, false]);
  const [row] = await shop.db.select().from(appointments).where(eq(appointments.id, phoned.id));
  expect(row).toMatchObject({ callerName: null, callerPhone: null, callerEmail: null, state: "confirmed" });
});
