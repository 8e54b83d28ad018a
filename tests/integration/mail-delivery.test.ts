import { expect, onTestFinished, vi } from "vitest";
import { outbox } from "../../src/server/notifications/outbox-table.ts";
import { freePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { ask, forgot, newPerson, openOwnShop, someEmail } from "../support/people.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function openMailServer(manners: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(manners);
  onTestFinished(server.stop);
  return server;
}

const rows = (shop: TestShop) => shop.db.select().from(outbox).orderBy(outbox.createdAt, outbox.id);

/** A letter that needs nothing but an address. */
function writeTestLetters({ services }: Pick<TestShop, "services">) {
  services.notifications.compose("test", async ({ to }: { to: string }) => ({
    to,
    subject: "A test",
    title: "A test",
    paragraphs: ["Hello."],
  }));
}

const announce = (shop: TestShop, to: string, key = `test:${to}`) =>
  shop.services.notifications.announce(shop.db, { kind: "test", key, payload: { to } });

test("a mail is handed to the SMTP server as the shop's, to the person alone", async () => {
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

test("while the SMTP server is down people are served, and the mail goes out when it is back", async () => {
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
    expect(await rows(shop)).toMatchObject([{ dueAt, doneAt: null, problem: expect.stringMatching(/^E[A-Z]+$/) }]);
    shop.clock.advance(wait);
  }
  const server = await openMailServer({ port });
  await notifications.deliverDue();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[person.email]]);
  expect(await rows(shop)).toMatchObject([{ attempts: 4, doneAt: new Date(start + 35 * SECOND_MS), problem: null }]);
  const token = /reset-password\/([\w-]+)/.exec(server.received[0]?.text ?? "")?.[1];
  const reply = await ask(shop, "PUT", `reset/${token}`, { json: { password: "a brand new password" } });
  expect(reply.statusCode).toBe(200);
  expect(shop.logLines.join("")).toContain("will be tried again");
  expect(shop.logLines.join("")).not.toContain(person.email);
});

test("a mail that was taken over a connection that broke before it answered goes out once, at the next look", async () => {
  const server = await openMailServer();
  const shop = await openOwnShop({ SMTP_URL: server.url });
  writeTestLetters(shop);
  const people = [someEmail(), someEmail()];
  for (const email of people) await announce(shop, email);
  const { $client } = shop.db;
  const query = $client.query.bind($client);
  vi.spyOn($client, "query").mockImplementationOnce(async (asked: string) => {
    await query(asked);
    throw new Error("Connection terminated unexpectedly");
  });
  const { deliverDue } = shop.services.notifications;
  await expect(deliverDue()).rejects.toThrow();
  expect(server.received).toEqual([]);
  await deliverDue();
  expect(server.received.map(({ recipients }) => recipients)).toEqual(people.map((email) => [email]));
  expect(await rows(shop)).toMatchObject(people.map(() => ({ attempts: 1, doneAt: shop.clock.now() })));
});

test("tries grow rarer, a quarter of an hour apart at most, and end after three days", async () => {
  const shop = await openOwnShop({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  writeTestLetters(shop);
  const email = someEmail();
  await announce(shop, email);
  const start = shop.clock.now().getTime();
  const waits: number[] = [];
  for (;;) {
    await shop.services.notifications.deliverDue();
    const [row] = await rows(shop);
    if (!row || row.doneAt) break;
    waits.push(row.dueAt.getTime() - shop.clock.now().getTime());
    shop.clock.advance(row.dueAt.getTime() - shop.clock.now().getTime());
  }
  expect(waits.slice(0, 10).map((wait) => wait / SECOND_MS)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  expect(Math.max(...waits)).toBe(15 * MINUTE_MS);
  const tried = shop.clock.now().getTime() - start;
  expect(tried).toBeGreaterThanOrEqual(3 * DAY_MS);
  expect(tried).toBeLessThan(3 * DAY_MS + 15 * MINUTE_MS);
  expect(await rows(shop)).toMatchObject([{ payload: {}, problem: expect.stringMatching(/^E[A-Z]+$/) }]);
  expect(shop.logLines.join("")).toContain("a mail was given up");
});

test("what a server says in refusing a mail is neither kept nor logged, and the next mail is not held up", async () => {
  const [refused, welcome] = [someEmail(), someEmail()];
  const server = await openMailServer({
    beforeAccepting({ recipients }) {
      if (recipients.includes(refused)) throw Object.assign(new Error(`no such ${refused}`), { responseCode: 550 });
    },
  });
  const shop = await openOwnShop({ SMTP_URL: server.url });
  writeTestLetters(shop);
  await announce(shop, refused);
  await announce(shop, welcome);
  await shop.services.notifications.deliverDue();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[welcome]]);
  expect(await rows(shop)).toMatchObject([
    { doneAt: null, problem: "EMESSAGE 550" },
    { doneAt: expect.any(Date), problem: null },
  ]);
  expect(shop.logLines.join("")).not.toMatch(/example\.com|no such/);
});

test("two processes send each mail once", async () => {
  const server = await openMailServer();
  const shop = await openOwnShop({ SMTP_URL: server.url });
  const second = await openSecondShop(shop);
  for (const process of [shop, second]) writeTestLetters(process);
  const people = Array.from({ length: 40 }, someEmail);
  for (const to of people) await announce(shop, to);
  await Promise.all([shop, shop, second, second].map(({ services }) => services.notifications.deliverDue()));
  expect(server.received.flatMap(({ recipients }) => recipients).sort()).toEqual(people.sort());
  expect((await rows(shop)).filter(({ attempts, doneAt }) => attempts !== 1 || !doneAt)).toEqual([]);
});

test("stopping waits for the mails in hand and takes no other", async () => {
  const AT_ONCE = 3;
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
  writeTestLetters(shop);
  const people = Array.from({ length: AT_ONCE + 1 }, someEmail);
  for (const to of people) await announce(shop, to);
  shop.services.notifications.start();
  await reached.promise;
  // Mails that are slow to go hold up nobody.
  expect((await ask(shop, "POST", "register", { json: newPerson() })).statusCode).toBe(201);
  let isStopped = false;
  const stopping = shop.services.notifications.stop().then(() => {
    isStopped = true;
  });
  await shop.db.select().from(outbox);
  expect(isStopped).toBe(false);
  released.resolve();
  await stopping;
  const sent = server.received.flatMap(({ recipients }) => `test:${recipients}`);
  const told = (await rows(shop)).filter(({ key }) => key.startsWith("test:"));
  expect(sent.sort()).toEqual(
    told
      .slice(0, AT_ONCE)
      .map(({ key }) => key)
      .sort(),
  );
  expect(told.map(({ doneAt, attempts }) => [doneAt !== null, attempts])).toEqual([
    ...Array(AT_ONCE).fill([true, 1]),
    [false, 0],
  ]);
});

test("a mail that the server does not take holds up none that is announced later", async () => {
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
  writeTestLetters(shop);
  shop.services.notifications.start();
  await announce(shop, stuck);
  await reached.promise;
  for (const to of [later, someEmail(), someEmail()]) await announce(shop, to);
  await vi.waitFor(() => expect(server.received).toHaveLength(3), { timeout: 4000, interval: 20 });
});

test("while a mail is in hand no transaction is open", async () => {
  let open: unknown;
  const shop = await openOwnShop({ SMTP_URL: "smtp://127.0.0.1:1" });
  shop.services.notifications.compose("test", async () => {
    const { rows: found } = await shop.db.execute(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    open = found[0]?.n;
    return undefined;
  });
  await announce(shop, someEmail());
  await shop.services.notifications.deliverDue();
  expect(open).toBe(0);
});
