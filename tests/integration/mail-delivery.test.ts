import { eq } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";
import { jobs } from "../../src/server/platform/jobs/job-table.ts";
import { freePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { ask, forgot, newPerson, someEmail } from "../support/people.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

async function openMailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

const rows = (shop: TestShop) =>
  shop.db.select().from(jobs).where(eq(jobs.queue, "mail")).orderBy(jobs.createdAt, jobs.id);

/** Defines a mail that needs nothing but an address. */
function defineTestMail({ db, services }: Pick<TestShop, "db" | "services">) {
  const testMail = services.notifications.defineMail<{ to: string }>("test", async ({ to }) => ({
    to,
    subject: "A test",
    title: "A test",
    paragraphs: ["Hello."],
  }));
  return (to: string) => testMail.enqueue(db, { key: `test:${to}`, payload: { to } });
}

test("a mail goes to the SMTP server from the shop, to one recipient", async () => {
  const server = await openMailServer();
  const shop = await openOwnShop({ SMTP_URL: server.url, MAIL_FROM: "Táran <hello@shop.example>" });
  const person = newPerson();
  await ask(shop, "POST", "register", { json: person });
  await forgot(shop, person.email);
  await shop.services.notifications.deliverDue();
  expect(server.received).toHaveLength(1);
  const [row] = await rows(shop);
  expect(server.received[0]).toMatchObject({
    from: "hello@shop.example",
    recipients: [person.email],
    headers: {
      from: "Táran <hello@shop.example>",
      to: person.email,
      subject: "Choose a new password",
      "message-id": `<${row?.id}@shop.example>`,
      "auto-submitted": "auto-generated",
    },
  });
});

test("requests work while the SMTP server is down, and the mail is sent when it is back", async () => {
  const port = await freePort();
  const shop = await openOwnShop({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const { notifications } = shop.services;
  const person = newPerson();
  expect((await ask(shop, "POST", "register", { json: person })).statusCode).toBe(201);
  await forgot(shop, person.email);
  const start = shop.clock.now().getTime();
  for (const wait of [5, 10, 20].map((seconds) => seconds * SECOND_MS)) {
    await notifications.deliverDue();
    const dueAt = new Date(shop.clock.now().getTime() + wait);
    expect(await rows(shop)).toMatchObject([{ dueAt, endedAt: null, problem: expect.stringMatching(/^E[A-Z]+$/) }]);
    shop.clock.advance(wait);
  }
  const server = await openMailServer({ port });
  await notifications.deliverDue();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[person.email]]);
  expect(await rows(shop)).toMatchObject([{ attempts: 4, endedAt: new Date(start + 35 * SECOND_MS), problem: null }]);
  const token = /reset-password\/([\w-]+)/.exec(server.received[0]?.text ?? "")?.[1];
  const reply = await ask(shop, "PUT", `reset/${token}`, { json: { password: "a brand new password" } });
  expect(reply.statusCode).toBe(200);
  expect(shop.logLines.join("")).toContain("will be tried again");
  expect(shop.logLines.join("")).not.toContain(person.email);
});

test("a mail leased over a connection that broke before the reply is sent once, on the next run", async () => {
  const server = await openMailServer();
  const shop = await openOwnShop({ SMTP_URL: server.url });
  const enqueue = defineTestMail(shop);
  const people = [someEmail(), someEmail()];
  for (const email of people) await enqueue(email);
  const { $client } = shop.db;
  const query = $client.query.bind($client);
  vi.spyOn($client, "query").mockImplementationOnce(async (...statement: unknown[]) => {
    await (query as (...statement: unknown[]) => Promise<unknown>)(...statement);
    throw new Error("Connection terminated unexpectedly");
  });
  const { deliverDue } = shop.services.notifications;
  await expect(deliverDue()).rejects.toThrow();
  expect(server.received).toEqual([]);
  await deliverDue();
  expect(server.received.flatMap(({ recipients }) => recipients).sort()).toEqual(people.sort());
  expect(await rows(shop)).toMatchObject(people.map(() => ({ attempts: 1, endedAt: shop.clock.now() })));
});

test("retries back off to a quarter of an hour and end after three days", async () => {
  const shop = await openOwnShop({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const enqueue = defineTestMail(shop);
  const email = someEmail();
  await enqueue(email);
  const start = shop.clock.now().getTime();
  const waits: number[] = [];
  for (;;) {
    await shop.services.notifications.deliverDue();
    const [row] = await rows(shop);
    if (!row || row.endedAt) break;
    waits.push(row.dueAt.getTime() - shop.clock.now().getTime());
    shop.clock.advance(row.dueAt.getTime() - shop.clock.now().getTime());
    // The hours between are all alike.
    if (waits.length === 12) shop.clock.advance(3 * DAY_MS - 2 * HOUR_MS);
  }
  expect(waits.slice(0, 10).map((wait) => wait / SECOND_MS)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  expect(Math.max(...waits)).toBe(15 * MINUTE_MS);
  const tried = shop.clock.now().getTime() - start;
  expect(tried).toBeGreaterThanOrEqual(3 * DAY_MS);
  expect(tried).toBeLessThan(3 * DAY_MS + 15 * MINUTE_MS);
  expect(await rows(shop)).toMatchObject([{ state: "failed", problem: expect.stringMatching(/^E[A-Z]+$/) }]);
  expect(shop.logLines.join("")).toContain("a job was given up");
});

test("a refusal's text is neither stored nor logged, and the next mail is sent", async () => {
  const [refused, welcome] = [someEmail(), someEmail()];
  const server = await openMailServer({
    beforeAccepting({ recipients }) {
      if (recipients.includes(refused)) throw Object.assign(new Error(`no such ${refused}`), { responseCode: 550 });
    },
  });
  const shop = await openOwnShop({ SMTP_URL: server.url });
  const enqueue = defineTestMail(shop);
  await enqueue(refused);
  await enqueue(welcome);
  await shop.services.notifications.deliverDue();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[welcome]]);
  expect(await rows(shop)).toMatchObject([
    { endedAt: null, problem: "EMESSAGE 550" },
    { endedAt: expect.any(Date), problem: null },
  ]);
  expect(shop.logLines.join("")).not.toMatch(/example\.com|no such/);
});

test("two processes send each mail once", async () => {
  const server = await openMailServer();
  const shop = await openOwnShop({ SMTP_URL: server.url });
  const second = await openSecondShop(shop);
  const [enqueue] = [shop, second].map(defineTestMail);
  const people = Array.from({ length: 12 }, someEmail);
  for (const to of people) await enqueue!(to);
  await Promise.all([shop, shop, second, second].map(({ services }) => services.notifications.deliverDue()));
  expect(server.received.flatMap(({ recipients }) => recipients).sort()).toEqual(people.sort());
  expect((await rows(shop)).filter(({ attempts, endedAt }) => attempts !== 1 || !endedAt)).toEqual([]);
});

test("stopping waits for the mails being sent and starts no other", async () => {
  const AT_ONCE = 9;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let arrived = 0;
  const server = await openMailServer({
    beforeAccepting: () => {
      arrived += 1;
      if (arrived === AT_ONCE) reached.resolve();
      return released.promise;
    },
  });
  const shop = await openOwnShop({ SMTP_URL: server.url });
  const enqueue = defineTestMail(shop);
  const people = Array.from({ length: AT_ONCE + 1 }, someEmail);
  for (const to of people) await enqueue(to);
  shop.services.jobs.start();
  await reached.promise;
  // Requests are served while mails are being sent.
  expect((await ask(shop, "POST", "register", { json: newPerson() })).statusCode).toBe(201);
  let isStopped = false;
  const stopping = shop.services.jobs.stop().then(() => {
    isStopped = true;
  });
  await shop.db.select().from(jobs);
  expect(isStopped).toBe(false);
  released.resolve();
  await stopping;
  const sent = server.received.flatMap(({ recipients }) => `test:${recipients}`);
  const enqueued = (await rows(shop)).filter(({ key }) => key.startsWith("test:"));
  expect(sent.sort()).toEqual(
    enqueued
      .slice(0, AT_ONCE)
      .map(({ key }) => key)
      .sort(),
  );
  expect(enqueued.map(({ endedAt, attempts }) => [endedAt !== null, attempts])).toEqual([
    ...Array(AT_ONCE).fill([true, 1]),
    [false, 0],
  ]);
});

test("a mail that hangs does not hold up later ones", async () => {
  const [stuck, later] = [someEmail(), someEmail()];
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const server = await openMailServer({
    beforeAccepting({ recipients }) {
      if (!recipients.includes(stuck)) return undefined;
      reached.resolve();
      return released.promise;
    },
  });
  const shop = await openOwnShop({ SMTP_URL: server.url });
  onTestFinished(() => released.resolve());
  const enqueue = defineTestMail(shop);
  shop.services.jobs.start();
  await enqueue(stuck);
  await reached.promise;
  for (const to of [later, someEmail(), someEmail()]) await enqueue(to);
  await vi.waitFor(() => expect(server.received).toHaveLength(3), { timeout: 4000, interval: 20 });
});

test("no transaction is open while a mail is composed", async () => {
  let open: unknown;
  const shop = await openOwnShop({ SMTP_URL: "smtp://127.0.0.1:1" });
  const testMail = shop.services.notifications.defineMail("test", async () => {
    const { rows: found } = await shop.db.execute(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    open = found[0]?.n;
    return undefined;
  });
  await testMail.enqueue(shop.db, { key: "test:1", payload: {} });
  await shop.services.notifications.deliverDue();
  expect(open).toBe(0);
});
