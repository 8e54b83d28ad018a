import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { needsALook } from "../../src/server/doctor/service.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import type { FakeRazorpay } from "../support/fake-razorpay.ts";
import { makeProduct } from "../support/forms.ts";
import { imageFilesOf } from "../support/image-files.ts";
import { readOrder, setStatus } from "../support/orders.ts";
import { orderToPay, tellOf, test } from "../support/paying-shop.ts";
import { openOwnShop } from "../support/people.ts";
import { picture } from "../support/pictures.ts";
import type { TestShop } from "../support/test-shop.ts";

const root = path.resolve(import.meta.dirname, "../..");
const PUBLIC = {
  PUBLIC_URL: "https://shop.example.com",
  SMTP_URL: "smtp://127.0.0.1:1",
  OWNER_EMAIL: "asha@shop.example.com",
  OWNER_PASSWORD: "a long test password",
  TRUST_PROXY: "1",
};

const notesOf = ({ findings }: { findings: { level: string; sentence: string }[] }) =>
  findings.filter(({ level }) => level === "note").map(({ sentence }) => sentence);

async function examine(shop: TestShop, patienceMs?: number) {
  // The clock of a test stands still, which the doctor would call slow after a minute.
  shop.clock.advance(Math.max(0, Date.now() - shop.clock.now().getTime()));
  return needsALook(await runDoctor({ ...shop, root, ...(patienceMs !== undefined && { patienceMs }) }));
}

/** What needs a look, without what the settings of a test are. */
const found = async (shop: TestShop, patienceMs?: number) =>
  (await examine(shop, patienceMs)).filter((line) => !line.startsWith("Settings: "));

async function paidOrder(shop: TestShop, razorpay: FakeRazorpay) {
  const placed = await orderToPay(shop);
  const payment = razorpay.pay(placed.payment.orderId);
  expect((await tellOf(shop, payment)).statusCode).toBe(200);
  return { ...placed, paymentId: payment.id };
}

/** Breaks something for the time of one look. */
async function foundWith(shop: TestShop, breaking: string, mending: string) {
  await shop.db.execute(sql.raw(breaking));
  try {
    return await found(shop);
  } finally {
    await shop.db.execute(sql.raw(mending));
  }
}

test("a shop in which people buy, cancel and restock has nothing that needs a look", async ({ shop, razorpay }) => {
  const { product, order, buyer } = await paidOrder(shop, razorpay);
  await makeProduct(shop, { stock: "0" }, [{ bytes: await picture() }]);
  const form = { title: product.title, category: product.category, price: "900", stock: "9", stockWas: "5" };
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  const saved = await shop.call("PUT", `/api/products/${product._id}`, { token: shop.ownerToken, form: body });
  expect(saved.json().stock).toBe(8);
  await orderToPay(shop);
  for (const status of ["cancelled", "paid", "shipped"])
    expect((await setStatus(shop, shop.ownerToken, order._id, { status })).statusCode).toBe(200);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("shipped");
  await shop.services.notifications.deliverDue();
  expect(await found(shop)).toEqual([]);
});

test("pieces that are neither free, held nor sold, and holds past their time", async ({ shop }) => {
  const { product, order } = await orderToPay(shop);
  const [lost] = await foundWith(
    shop,
    `update products set stock = stock - 1 where id = '${product._id}'`,
    `update products set stock = stock + 1 where id = '${product._id}'`,
  );
  expect(lost).toMatch(/^Stock: Products whose free, held and sold .+ are not what was stocked/);
  expect(lost).toContain(product._id);
  const [kept] = await foundWith(
    shop,
    `update orders set stock = 'kept' where id = '${order._id}'`,
    `update orders set stock = 'held' where id = '${order._id}'`,
  );
  expect(kept).toContain(`Orders whose pieces are not where their status says: ${order._id}.`);
  const [held] = await foundWith(
    shop,
    `update orders set held_until = now() - interval '1 hour' where id = '${order._id}'`,
    `update orders set held_until = now() + interval '1 hour' where id = '${order._id}'`,
  );
  expect(held).toContain(`Unpaid orders hold their pieces past their time: ${order._id}.`);
  expect(await found(shop)).toEqual([]);
});

test("money at the provider that the shop does not know of, and the other way round", async ({ shop, razorpay }) => {
  const { payment, order } = await orderToPay(shop);
  const taken = razorpay.pay(payment.orderId);
  expect(await found(shop), "it may still be on its way").toEqual([]);
  await shop.services.notifications.deliverDue();
  const [waiting] = await found(shop, 0);
  expect(waiting).toContain(`Orders that are paid at the provider and not here: ${order._id}.`);
  await tellOf(shop, taken);
  expect(await found(shop)).toEqual([]);

  const [unknown] = await foundWith(
    shop,
    `update order_payments set payment_id = 'pay_unknown' where payment_id = '${taken.id}';
     update orders set payment_id = 'pay_unknown' where payment_id = '${taken.id}'`,
    `update order_payments set payment_id = '${taken.id}' where payment_id = 'pay_unknown';
     update orders set payment_id = '${taken.id}' where payment_id = 'pay_unknown'`,
  );
  expect(unknown).toContain(`Orders that are paid here and not at the provider: ${order._id}.`);

  const second = razorpay.pay(payment.orderId);
  await tellOf(shop, second);
  expect((await found(shop))[0]).toContain(
    `Money that settled no order and was not refunded, for orders ${order._id}.`,
  );
  Object.assign(second, { status: "refunded" });
  expect(await found(shop)).toEqual([]);
});

test("a provider that does not answer is told, and the rest is looked at", async ({ shop, razorpay }) => {
  await paidOrder(shop, razorpay);
  razorpay.breakDown((reply) => reply.destroy());
  try {
    expect(await found(shop)).toEqual([
      expect.stringMatching(/^Payments: The doctor could not ask the payment provider/),
    ]);
  } finally {
    razorpay.heal();
  }
});

test("orders that do not agree with their lines, history or money, and orders without pieces", async ({
  shop,
  razorpay,
}) => {
  const { order } = await paidOrder(shop, razorpay);
  const where = `where id = '${order._id}'`;
  const oddities: [string, string, RegExp][] = [
    ["total_paise = total_paise + 100", "total_paise = total_paise - 100", /lines do not come to their total/],
    ["status = 'delivered'", "status = 'paid'", /history does not know their status/],
    [
      "payment_id = null",
      `payment_id = (select payment_id from order_payments where order_id = '${order._id}')`,
      /money has reached/,
    ],
    [
      "stock_short = true, stock = 'shelf'",
      "stock_short = false, stock = 'kept'",
      /paid after their pieces had been sold/,
    ],
  ];
  for (const [broken, mended, words] of oddities) {
    const lines = await foundWith(shop, `update orders set ${broken} ${where}`, `update orders set ${mended} ${where}`);
    const line = lines.find((one) => words.test(one));
    expect(line, lines.join("\n")).toContain(order._id);
  }
  expect(await found(shop)).toEqual([]);
});

test("mails and news that are stuck are told without a word about anybody", async ({ shop, razorpay }) => {
  const { order } = await paidOrder(shop, razorpay);
  const mails = `outbox where payload->>'orderId' = '${order._id}'`;
  await shop.db.execute(
    sql.raw(`update outbox set attempts = 7, problem = 'ECONNECTION 421', due_at = now() + interval '1 day'
      where id in (select id from ${mails} and kind = 'order-notice')`),
  );
  await shop.db.execute(
    sql.raw(`update outbox set attempts = 4, problem = 'asha@example.com said no', due_at = now() + interval '1 day'
      where id in (select id from ${mails} and kind = 'order-confirmation')`),
  );
  await shop.db.execute(
    sql.raw(`insert into webhook_events (id, body, received_at) values ('event_1', '{}', now() - interval '1 hour')`),
  );
  const lines = await found(shop);
  await shop.db.execute(sql.raw(`delete from webhook_events where id = 'event_1'`));
  await shop.db.execute(
    sql.raw(`update outbox set due_at = now(), problem = null, attempts = 0 where done_at is null`),
  );
  expect(lines).toHaveLength(3);
  expect(lines.join("\n")).toMatch(
    /1 mail \(order-notice\) not gone out .+ 7 tries; the last problem was: ECONNECTION 421\./,
  );
  expect(lines.join("\n")).toContain("news were received and not acted upon: event_1.");
  expect(lines.join("\n")).not.toContain("asha@");
});

test("a shop that has had nothing to do for a while is not taken for one that does not run", async () => {
  const shop = await openOwnShop();
  const received = `values ('event_1', '{}', now() - interval '1 hour')`;
  await shop.db.execute(sql.raw(`insert into webhook_events (id, body, received_at) ${received}`));
  const db = openDatabase({ connectionString: shop.databaseUrl, max: 1 }, { warn() {} });
  onTestFinished(() => db.$client.end());
  const rests = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'nakshatra' and pid <> pg_backend_pid()`;
  await db.execute(sql.raw(rests));
  expect(await found({ ...shop, db })).toEqual([expect.stringContaining("not acted upon: event_1.")]);
});

test("pictures without a file and files without a record", async ({ shop }) => {
  const product = await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const folder = path.join(shop.config.dataDir, "uploads");
  await writeFile(path.join(folder, "nobodys-10x10.png"), "left");
  await rm(path.join(folder, imageFilesOf(product.images[0]!)[0]!));
  const lines = await found(shop);
  await rm(path.join(folder, "nobodys-10x10.png"));
  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect(lines).toEqual([
    expect.stringContaining(`Records with a picture whose file is gone: product ${product._id}.`),
    expect.stringContaining("Files in the store that no record shows: nobodys-10x10.png."),
  ]);
  expect(await found(shop)).toEqual([]);
});

test("settings and owners of a public shop", async ({ razorpay }) => {
  const good = await openOwnShop({ ...PUBLIC, ...razorpay.settings });
  const report = await runDoctor({ ...good, root });
  expect(needsALook(report)).toEqual([]);
  expect(report.flatMap(notesOf)).toEqual([expect.stringContaining("OWNER_PASSWORD")]);
  await good.db.execute(sql.raw("update users set role = 'customer'"));
  expect(await examine(good)).toEqual([expect.stringContaining("Owners: The shop has no owner.")]);
  await good.db.execute(sql.raw("delete from drizzle.__drizzle_migrations where id > 2"));
  expect(await examine(good)).toEqual([expect.stringMatching(/^Migrations: The tables are \d+ migrations behind/)]);

  const careless = await openOwnShop({
    PUBLIC_URL: "http://shop.example.com",
    RATE_LIMIT: "off",
    OWNER_PASSWORD: "changeme",
  });
  const lines = (await examine(careless)).join("\n");
  for (const words of [
    "plain http",
    "sandbox",
    "SMTP_URL",
    "RATE_LIMIT",
    "anybody would try first",
    "owner@example.com",
  ])
    expect(lines).toContain(words);
});
