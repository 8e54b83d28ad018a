import { readdir, readFile } from "node:fs/promises";
import { expect, onTestFinished } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { productForm } from "../../src/contracts/catalogue/product.ts";
import type { FirstDay } from "../../src/contracts/settings/settings-calls.ts";
import { demoRecords } from "../../src/server/catalogue/demo-record-table.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { goodProduct, makeProduct, resendProduct } from "../support/forms.ts";
import { startMailServer } from "../support/mail-server.ts";
import { writtenMails } from "../support/mails.ts";
import { placeOrder, readOrder, setStatus, wants } from "../support/orders.ts";
import { sendWebhook, webhookOf } from "../support/paying-shop.ts";
import { picture } from "../support/pictures.ts";
import { KEYS } from "../support/razorpay.ts";
import { publishSettings } from "../support/settings.ts";
import { OWNER, openOwnShop, type TestShop, test } from "../support/test-shop.ts";

async function readFirstDay(shop: TestShop) {
  const reply = await asOwner(shop, "GET", "/api/first-day");
  expect(reply.statusCode, reply.body).toBe(200);
  const { items, ...rest } = reply.json() as FirstDay;
  return { ...rest, done: items.filter(({ done }) => done).map(({ key }) => key), body: reply.body };
}

const sendTestMail = (shop: TestShop) => asOwner(shop, "POST", "/api/first-day/test-mail");

test("the checklist follows the settings and shows no secret; payments show the last event and payment", async () => {
  const fresh = await openOwnShop();
  expect(await readFirstDay(fresh)).toMatchObject({
    done: ["demo"],
    mail: "file",
    payments: { mode: "sandbox", hasKeys: false, lastWebhook: null, lastPayment: null },
  });

  const keys = { RAZORPAY_KEY_ID: "rzp_live_publicpart", RAZORPAY_KEY_SECRET: "thekeysecret" };
  const smtp = "smtp://someone:mailpassword@127.0.0.1:1";
  const shop = await openOwnShop({
    ...keys,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
    SMTP_URL: smtp,
    PUBLIC_URL: "https://shop.example.com",
  });
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const order = await placeOrder(shop, await makeCustomer(shop), wants(product._id, 900));
  await shop.services.checkout.settle(order._id, { paymentId: "pay_1", amountPaise: 90_000, currency: "INR" });
  const event = { id: "pay_1", order_id: "order_1", amount: 90_000, currency: "INR", status: "captured" };
  await sendWebhook(shop, webhookOf(event, "payment.authorized"));
  shop.clock.advance(1000);
  await sendWebhook(shop, JSON.stringify({ event: "refund.created", payload: {} }));
  const at = shop.clock.now().toISOString();
  const live = await readFirstDay(shop);
  expect(live.done).toEqual(["product", "payments", "mail", "domain", "demo"]);
  expect(live.payments).toEqual({
    mode: "live",
    hasKeys: true,
    lastWebhook: { kind: "refund.created", at },
    lastPayment: { orderId: order._id, amount: 900, at: expect.any(String) },
  });
  expect((await sendTestMail(shop)).json()).toEqual({
    outcome: "refused",
    message: "The mail server could not be reached: check server and port.",
  });
  for (const secret of [...Object.values(keys), KEYS.webhookSecret, "someone", "mailpassword"])
    expect(live.body).not.toContain(secret);
});

test("your story is done when Home and About were published and do not name the brand that the shop had before", async () => {
  const shop = await openOwnShop();
  const story = async () => {
    const { items } = (await asOwner(shop, "GET", "/api/first-day")).json() as FirstDay;
    const { done, text, link } = items.find(({ key }) => key === "story")!;
    return { done, text, to: link!.to };
  };
  const to = "/admin/settings/home#aboutUs.0.lead";
  expect(await story()).toEqual({ done: false, text: expect.stringContaining("the demo shop"), to });
  await publishSettings(shop, "business", { brand: "Tara Stones" });
  expect(await story()).toEqual({ done: false, text: expect.stringContaining("Nakshatra"), to });

  const [first, second] = defaultSettings.home.aboutUs;
  const own = { ...first!, lead: "Tara Stones began at a window in Pune." };
  const late = { ...second!, more: ["We read notes.", "The notes of Nakshatra are ours."] };
  await publishSettings(shop, "home", { aboutUs: [own, late] });
  expect(await story()).toMatchObject({ done: false, to: "/admin/settings/home#aboutUs.1.more" });
  await publishSettings(shop, "home", { aboutUs: [own, second!] });
  expect(await story()).toMatchObject({ done: true });
  await publishSettings(shop, "business", { brand: "Nakshatra Pune" });
  await publishSettings(shop, "home", { aboutUs: [own, late] });
  expect(await story()).toMatchObject({ done: true });
});

/** Three products with pictures as the demo data inserts them, older than the first account. */
async function insertDemo(shop: TestShop) {
  const products = shop.services.catalogue.products;
  // Before the first account, which the tests of a run share.
  const createdAt = new Date(shop.clock.now().getTime() - 24 * 3_600_000);
  const copies = await Promise.all([1, 2, 3].map(async () => (await pictureOf(shop)).images));
  const records = copies.map((images) => ({
    form: productForm(defaultSettings).parse(goodProduct({ stock: "5" })),
    images,
    createdAt,
  }));
  return shop.db.transaction((tx) => products.insert(tx, records));
}

/** A product whose row was deleted without its pictures. */
async function pictureOf(shop: TestShop) {
  const product = await makeProduct(shop, {}, [{ bytes: await picture(), name: "a.png" }]);
  await shop.db.execute(`delete from products where id = '${product._id}'`);
  return product;
}

/** Runs the migration that marks the demo records of shops filled by an older version. */
async function upgrade(shop: TestShop) {
  const folder = new URL("../../migrations/", import.meta.url);
  const file = (await readdir(folder)).find((name) => name.endsWith("_customers_and_first_day.sql"))!;
  const statements = (await readFile(new URL(file, folder), "utf8")).split("--> statement-breakpoint");
  await shop.db.execute("insert into settings (key, value) values ('demo-catalogue', 'loaded')");
  await shop.db.execute(statements.find((statement) => statement.includes('INSERT INTO "demo_records"'))!);
}

test("removes only unchanged demo records with their pictures, once, marked when loaded or by the upgrade", async () => {
  const shop = await openOwnShop();
  const demo = await insertDemo(shop);
  const own = await makeProduct(shop, {}, [{ bytes: await picture(), name: "b.png" }]);
  const marked = () => shop.db.select().from(demoRecords).orderBy(demoRecords.id);
  await shop.db.transaction((tx) => shop.services.catalogue.demo.mark(tx, demo));
  const whenLoaded = await marked();
  expect(whenLoaded.map(({ id }) => id)).toEqual(demo.map(({ _id }) => _id).sort());
  await shop.db.delete(demoRecords);
  await upgrade(shop);
  expect(await marked()).toEqual(whenLoaded);

  const [changed, ordered] = demo;
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(ordered!._id, 900));
  expect((await readFirstDay(shop)).done).toEqual(["product"]);
  await resendProduct(shop, changed!._id, { ...goodProduct(), title: "Mine now" });
  expect((await readFirstDay(shop)).demo).toEqual({ products: 2, courses: 0, experts: 0, blogs: 0 });

  const remove = async () => (await asOwner(shop, "DELETE", "/api/first-day/demo-data")).json();
  expect(await remove()).toEqual({ products: 2, courses: 0, experts: 0, blogs: 0 });
  expect(await remove()).toEqual({ products: 0, courses: 0, experts: 0, blogs: 0 });
  expect((await readFirstDay(shop)).done).toEqual(["product", "demo"]);
  const left = (await asOwner(shop, "GET", "/api/products")).json() as typeof demo;
  expect(left.map(({ _id }) => _id).sort()).toEqual([changed!._id, own._id].sort());
  const files = await shop.storedFiles();
  const isStored = (path: string) => files.includes(path.split("/").at(-1)!);
  expect(demo.map(({ images }) => isStored(images[0]!))).toEqual([true, false, false]);
  const entries = (await asOwner(shop, "GET", "/api/activity?kind=product")).json() as { title: string }[];
  expect(entries.map(({ title }) => title).filter((title) => title.includes("demo"))).toEqual(["2 demo products"]);

  // The order keeps its line and can be paid. Cancelling it returns no stock, because the product is gone.
  expect((await readOrder(shop, buyer.token, order._id)).items[0]!.title).toBe(ordered!.title);
  for (const status of ["paid", "cancelled"])
    expect((await setStatus(shop, shop.ownerToken, order._id, { status })).statusCode).toBe(200);
});

test("the test mail reports its outcome without secrets, and returns 429 after five in 15 minutes", async () => {
  const shop = await openOwnShop();
  const written = (await sendTestMail(shop)).json();
  expect([written.outcome, written.message]).toEqual(["written", expect.stringContaining(OWNER.email)]);
  expect((await writtenMails(shop)).map(({ headers }) => [headers.to, headers.subject])).toEqual([
    [OWNER.email, "Test mail from Nakshatra"],
  ]);
  for (let sent = 1; sent < 5; sent++) await sendTestMail(shop);
  expect((await sendTestMail(shop)).statusCode).toBe(429);

  let isRefusing = false;
  const server = await startMailServer({
    beforeAccepting: () => {
      if (isRefusing) throw Object.assign(new Error("no mail for owner@example.com"), { responseCode: 552 });
    },
  });
  onTestFinished(server.stop);
  const plain = await openOwnShop({ SMTP_URL: server.url });
  expect((await sendTestMail(plain)).json().outcome).toBe("sent");
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[OWNER.email]]);
  isRefusing = true;
  expect((await sendTestMail(plain)).json()).toEqual({
    outcome: "refused",
    message: "The mail server refused the content of the mail. It answered 552.",
  });
});
