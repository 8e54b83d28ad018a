import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { jobs } from "../../src/server/platform/jobs/job-table.ts";
import { createMailer } from "../../src/server/platform/mailer.ts";
import { makeProduct, unique } from "../support/forms.ts";
import { mailFolderOf, mailsTo, writtenMails } from "../support/mails.ts";
import { openTestShop, type TestShop, test } from "../support/test-shop.ts";

const { business: site } = defaultSettings;

const DAY_MS = 24 * 60 * 60_000;

async function openShop(settings: Record<string, string> = {}) {
  const shop = await openTestShop(settings);
  onTestFinished(shop.close);
  return shop;
}

const enquire = async (shop: TestShop, fields: Record<string, unknown> = {}) => {
  const json = { name: unique("Meera"), email: "meera@example.com", message: "Is it polished?", ...fields };
  const reply = await shop.call("POST", "/api/enquiries", { json });
  expect(reply.statusCode, reply.body).toBe(200);
  return json;
};

const rows = (shop: TestShop) => shop.db.select().from(jobs).where(eq(jobs.queue, "mail")).orderBy(jobs.createdAt);

test("an enquiry is mailed to the shop once, with its sender in Reply-To", async () => {
  const shop = await openShop();
  const { _id } = await makeProduct(shop, { title: "Full Moon Ring" });
  const sent = await enquire(shop, { phone: "+91 98765 43210", page: `/product/${_id}` });
  const [mail, ...more] = await mailsTo(shop, site.email);
  expect(more).toEqual([]);
  expect(mail?.headers).toMatchObject({
    from: `${site.brand} <${site.email}>`,
    "reply-to": expect.stringContaining("<meera@example.com>"),
    subject: `Enquiry from ${sent.name}`,
    "message-id": expect.stringMatching(/^<[\da-f-]{36}@nakshatra\.example>$/),
  });
  for (const body of [mail?.text, mail?.html]) {
    for (const fact of [sent.name, "meera@example.com", "+91 98765 43210", "Full Moon Ring", "Is it polished?"])
      expect(body).toContain(fact);
    expect(body).not.toContain(_id);
  }
  await shop.services.notifications.deliverDue();
  expect(await writtenMails(shop)).toHaveLength(1);
});

test("an enquiry cannot inject markup or headers into the mail", async () => {
  const shop = await openShop();
  const name = `Eve <b>"bold"</b>\nBcc: victim@example.com, x@example.com`;
  await enquire(shop, { name, message: `<script>alert(1)</script> & '; drop table jobs; --\nsecond line` });
  const [mail] = await mailsTo(shop, site.email);
  expect(mail?.headers.bcc).toBeUndefined();
  expect(mail?.headers.to).toBe(site.email);
  expect(mail?.headers.subject).toBe(`Enquiry from ${name.replace("\n", " ")}`);
  expect(mail?.headers["reply-to"]).toMatch(/<meera@example\.com>$/);
  expect(mail?.html).not.toMatch(/<script|<b>/);
  expect(mail?.html).toContain(
    "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;; drop table jobs; --<br>\nsecond line",
  );
  expect(mail?.text).toContain("<script>alert(1)</script> & '; drop table jobs; --\nsecond line");
});

test("mail files are complete and readable by the shop only, and the log names only the file", async () => {
  const shop = await openShop();
  await enquire(shop);
  await shop.services.notifications.deliverDue();
  const folder = mailFolderOf(shop);
  const [name = "", ...more] = await readdir(folder);
  const [row] = await rows(shop);
  expect([name, more]).toEqual([expect.stringMatching(new RegExp(`^\\d{8}T\\d{6}Z-${row?.id}\\.eml$`)), []]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  const log = shop.logLines.join("");
  expect(log).toContain(name);
  expect(log).not.toMatch(/meera|polished|nakshatra\.example/i);
});

test("a mail that is sent again overwrites its file", async () => {
  const shop = await openShop();
  await enquire(shop);
  const { notifications } = shop.services;
  await notifications.deliverDue();
  const [row] = await rows(shop);
  // As left by a process that was killed after sending and before recording it.
  await shop.db.update(jobs).set({ state: "waiting", endedAt: null, payload: { enquiryId: row?.key.split(":")[1] } });
  shop.clock.advance(10 * 60_000);
  await notifications.deliverDue();
  expect(await rows(shop)).toMatchObject([{ attempts: 2, endedAt: shop.clock.now() }]);
  expect(await writtenMails(shop)).toHaveLength(1);
});

test("a mail is enqueued with its transaction, and once for each key", async () => {
  const shop = await openShop();
  const { notifications } = shop.services;
  const composed: object[] = [];
  const testMail = notifications.defineMail<{ number: number }>("test", async (payload) => {
    composed.push(payload);
    return undefined;
  });
  const failed = shop.db.transaction(async (tx) => {
    await testMail.enqueue(tx, { key: "test:1", payload: { number: 1 } });
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  await notifications.deliverDue();
  expect(composed).toEqual([]);

  for (const number of [2, 3]) await testMail.enqueue(shop.db, { key: "test:2", payload: { number } });
  await notifications.deliverDue();
  await testMail.enqueue(shop.db, { key: "test:2", payload: { number: 4 } });
  await notifications.deliverDue();
  expect(composed).toEqual([{ number: 2 }]);
  expect(await rows(shop)).toMatchObject([{ key: "test:2", payload: {}, attempts: 1, problem: null }]);
});

test("an expired mail is closed unsent, and done mails are deleted after thirty days", async () => {
  const shop = await openShop();
  const { notifications } = shop.services;
  const testMail = notifications.defineMail("test", () => {
    throw new Error("must not be composed");
  });
  const expiresAt = new Date(shop.clock.now().getTime() + 60_000);
  await testMail.enqueue(shop.db, { key: "test:late", payload: {}, expiresAt });
  shop.clock.advance(60_000);
  await notifications.deliverDue();
  expect(await rows(shop)).toMatchObject([{ endedAt: shop.clock.now(), problem: "expired" }]);

  await testMail.enqueue(shop.db, { key: "test:waiting", payload: {} });
  shop.clock.advance(30 * DAY_MS);
  await shop.services.jobs.deleteEnded();
  expect(await rows(shop)).toHaveLength(2);
  shop.clock.advance(1);
  await shop.services.jobs.deleteEnded();
  expect(await rows(shop)).toMatchObject([{ key: "test:waiting", endedAt: null }]);
});

test("writing the same mail file concurrently never fails", async () => {
  const shop = await openShop();
  const folder = mailFolderOf(shop);
  const mailer = createMailer({
    readUrl: async () => undefined,
    from: async () => site.email,
    folder,
    log: { info() {} },
  });
  const mail = { to: "meera@example.com", subject: "A test", text: "Hello.", html: "<p>Hello.</p>" };
  const identity = { id: crypto.randomUUID(), createdAt: new Date() };
  await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail, identity)));
  expect(await readdir(folder)).toEqual([expect.stringMatching(`${identity.id}\\.eml$`)]);
});

test("unsubscribing by the mail's link stops mails of that kind only", async () => {
  const shop = await openShop();
  const { notifications } = shop.services;
  const send = (notice?: "reviews" | "backInStock") =>
    notifications.sendNow({
      to: "Asha@example.com",
      subject: "News",
      paragraphs: ["Hello"],
      ...(notice && { notice }),
    });
  const sentTo = async () => (await mailsTo(shop, "Asha@example.com")).length;
  await send("reviews");
  const [mail] = await mailsTo(shop, "Asha@example.com");
  const url = new URL(/<(.+)>/.exec(mail?.headers["list-unsubscribe"] ?? "")?.[1] ?? "");
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(url.href).not.toMatch(/asha/i);
  expect(mail?.text).toContain(url.pathname.replace("/api", ""));

  const post = (path: string) =>
    shop.app.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
  expect((await post(url.pathname.replace("reviews", "backInStock"))).statusCode).toBe(404);
  expect((await post(url.pathname.slice(0, -1))).statusCode).toBe(404);
  await send("reviews");
  expect(await sentTo()).toBe(2);
  expect((await post(url.pathname)).statusCode).toBe(200);
  expect((await post(`${url.pathname}?page=1`)).headers.location).toBe("/unsubscribe/reviews/done");
  await send("reviews");
  expect(await sentTo()).toBe(2);
  await send("backInStock");
  await send();
  expect(await sentTo()).toBe(4);
});

test("long lines and other scripts arrive unchanged, and no line is longer than mails allow", async () => {
  const shop = await openShop();
  const messages = [`${"राम ₹ 😀 ".repeat(400)}end`, "x".repeat(3_000)];
  for (const message of messages) await enquire(shop, { message });
  const mails = await mailsTo(shop, site.email);
  const plain = (html: string) => html.replace(/\s+/g, " ");
  for (const message of messages) expect(mails.some(({ html }) => plain(html).includes(message))).toBe(true);
  for (const name of await readdir(mailFolderOf(shop))) {
    const raw = await readFile(path.join(mailFolderOf(shop), name), "utf8");
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  }
});
