import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { detectDelimiter, readCsv } from "../../src/server/platform/files/csv.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse, makeProduct, resendProduct } from "../support/forms.ts";
import { placeOrder, wants } from "../support/orders.ts";
import { picture } from "../support/pictures.ts";
import { publishSettings, settingState } from "../support/settings.ts";
import { makeRing } from "../support/sizes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openOwnShop, openSecondShop, type TestShop } from "../support/test-shop.ts";

const ORIGIN = "https://shop.example";
const openFeedShop = () => openOwnShop({ PUBLIC_URL: ORIGIN, PAYMENTS: "sandbox" });

/** What Google refuses an offer without: https://support.google.com/merchants/answer/7052112, for India and new goods. */
const GOOGLE_REQUIRED: Record<string, RegExp> = {
  id: /^[\w-]{1,50}$/,
  title: /^.{1,150}$/su,
  description: /^.{1,5000}$/su,
  link: /^https:\/\/shop\.example\/(product|course)\/[\w-]+(\?variant=[\w-]+)?$/,
  image_link: /^https:\/\/shop\.example\/(uploads|og)\/[\w/-]+\.(jpg|png|webp|gif)$/,
  availability: /^(in_stock|out_of_stock)$/,
  price: /^\d+\.\d\d INR$/,
  brand: /^.{1,70}$/,
  condition: /^new$/,
  identifier_exists: /^no$/,
};
const META_REQUIRED: Record<string, RegExp> = {
  ...GOOGLE_REQUIRED,
  availability: /^(in stock|out of stock)$/,
};
delete META_REQUIRED.identifier_exists;

const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name as "lt"],
  );

type Row = Record<string, string[]>;

function elementsIn(xml: string) {
  const row: Row = {};
  for (const [, name, text] of xml.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/gs)) {
    row[name!] ??= [];
    row[name!]!.push(unescaped(text!));
  }
  return row;
}

async function readGoogle(shop: TestShop) {
  const { body, statusCode } = await shop.call("GET", "/feeds/google.xml");
  expect(statusCode, body).toBe(200);
  const rows = [...body.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item]) => elementsIn(item!));
  for (const row of rows)
    for (const [name, form] of Object.entries(GOOGLE_REQUIRED)) expect(row[name]?.[0], name).toMatch(form);
  expect(new Set(rows.map(({ id }) => id![0])).size).toBe(rows.length);
  return rows;
}

async function readMeta(shop: TestShop) {
  const { body } = await shop.call("GET", "/feeds/meta.csv");
  const [header, ...lines] = [...readCsv(body, detectDelimiter(body))].map(({ cells }) => cells);
  const rows = lines.map((cells) => Object.fromEntries(header!.map((name, at) => [name, cells[at]!])));
  for (const row of rows)
    for (const [name, form] of Object.entries(META_REQUIRED)) expect(row[name], name).toMatch(form);
  return rows;
}

const rowOf = (rows: Row[], id: string) => rows.find((row) => row.id![0] === id)!;

test("both feeds have a valid row for each published piece and size, with price, offer, pictures and facts", async () => {
  const shop = await openFeedShop();
  await publishSettings(shop, "delivery", {
    charge: {
      ...((await settingState(shop, "delivery")).values.charge as object),
      isCharged: true,
      flat: 60,
      freeAbove: 2000,
      slabs: [],
      pinPrices: [],
    } as never,
  });
  const hostile = `]]></item><b>"Rose" & 'co'</b> ${"x".repeat(150)}`;
  const files = await Promise.all(Array.from({ length: 3 }, async () => ({ bytes: await picture() })));
  const fields = {
    stone: "Ruby",
    material: "Silver",
    originCountry: "India",
    weightGrams: "12.5",
    price: "1500",
    offerPrice: "1200.50",
    stock: "2",
  };
  const piece = await makeProduct(shop, { title: hostile, description: "d".repeat(6000), ...fields }, files);
  const ring = await makeRing(
    shop,
    [
      { name: "12", stock: 2 },
      { name: "14", stock: 0, price: 2500, offerPrice: 2200 },
    ],
    { title: "=1+1" },
  );
  const draft = await makeProduct(shop, { published: "false" });
  await makeCourse(shop);

  const rows = await readGoogle(shop);
  expect(rows.map(({ id }) => id![0])).not.toContain(draft._id);
  expect(rows).toHaveLength(3);
  const shown = rowOf(rows, piece._id);
  expect(shown).toMatchObject({
    link: [`${ORIGIN}/product/${piece._id}`],
    availability: ["in_stock"],
    price: ["1500.00 INR"],
    sale_price: ["1200.50 INR"],
    product_type: ["Tumbles"],
    material: ["Silver"],
    shipping_weight: ["12.5 g"],
    shipping: ["<g:country>IN</g:country><g:service>Standard</g:service><g:price>60.00 INR</g:price>"],
  });
  expect(shown.title![0]).toBe(hostile.slice(0, 150));
  expect(shown.additional_image_link).toHaveLength(2);
  expect(shown.product_detail).toEqual([
    "<g:attribute_name>Stone</g:attribute_name><g:attribute_value>Ruby</g:attribute_value>",
    "<g:attribute_name>Country of origin</g:attribute_name><g:attribute_value>India</g:attribute_value>",
  ]);
  const [small, large] = ring.variants!;
  expect(rowOf(rows, small!._id)).toMatchObject({
    title: ["=1+1 (12)"],
    link: [`${ORIGIN}/product/${ring._id}?variant=${small!._id}`],
    item_group_id: [ring._id],
    merchant_item_id: [`${ring._id}:${small!._id}`],
    size: ["12"],
    price: ["900.00 INR"],
  });
  expect(rowOf(rows, small!._id)).not.toHaveProperty("sale_price");
  expect(rowOf(rows, large!._id)).toMatchObject({
    availability: ["out_of_stock"],
    price: ["2500.00 INR"],
    sale_price: ["2200.00 INR"],
    shipping: [expect.stringContaining("<g:price>0.00 INR</g:price>")],
  });

  const lines = await readMeta(shop);
  expect(lines).toHaveLength(3);
  expect(lines.find(({ id }) => id === small!._id)).toMatchObject({
    title: "'=1+1 (12)",
    item_group_id: ring._id,
    size: "12",
  });
  expect(lines.find(({ id }) => id === piece._id)!.additional_image_link!.split(",")).toEqual(
    shown.additional_image_link,
  );
});

test("a feed is written once for concurrent requests, and shows a sale, courses and PIN prices within a minute", async () => {
  const shop = await openFeedShop();
  const product = await makeProduct(shop, { stock: "1" });
  const course = await makeCourse(shop, { description: "" });
  const availability = async () => rowOf(await readGoogle(shop), product._id).availability;
  const first = await Promise.all(
    [1, 2, 3].map(() => shop.call("GET", "/feeds/google.xml", { headers: { "accept-encoding": "br, gzip" } })),
  );
  for (const reply of first) {
    expect(reply.headers).toMatchObject({
      "content-encoding": "gzip",
      "cache-control": "public, max-age=50, no-transform",
      vary: "accept-encoding",
    });
    expect(gunzipSync(reply.rawPayload).toString()).toContain(product._id);
  }
  const asked = await shop.call("GET", "/feeds/google.xml", { headers: { "accept-encoding": "br" } });
  expect(asked.headers).not.toHaveProperty("content-encoding");
  expect(asked.body).toContain(product._id);
  expect((await shop.call("HEAD", "/feeds/meta.csv")).headers["content-type"]).toBe("text/csv; charset=utf-8");

  await placeOrder(shop, await makeCustomer(shop), wants(product._id, 900));
  const { charge } = (await settingState(shop, "delivery")).values as { charge: object };
  await publishSettings(shop, "delivery", {
    charge: { ...charge, isCharged: true, pinPrices: [{ prefix: "744", price: 90 }] } as never,
  });
  await publishSettings(shop, "search", { coursesInFeeds: true });
  shop.clock.advance(40_000);
  expect((await shop.call("GET", "/feeds/google.xml")).headers["cache-control"]).toBe(
    "public, max-age=10, no-transform",
  );
  expect(await availability()).toEqual(["in_stock"]);
  shop.clock.advance(10_000);
  expect(await availability()).toEqual(["out_of_stock"]);
  const rows = await readGoogle(shop);
  expect(rowOf(rows, product._id)).not.toHaveProperty("shipping");
  expect(rowOf(rows, course._id)).toMatchObject({
    link: [`${ORIGIN}/course/${course._id}`],
    price: ["5000.00 INR"],
    sale_price: ["2500.50 INR"],
    product_type: ["Courses"],
    shipping: [expect.stringContaining("0.00 INR")],
  });
  await resendProduct(shop, product._id, {
    title: product.title,
    category: product.category,
    price: "900",
    published: "false",
  });
  shop.clock.advance(50_000);
  expect((await readMeta(shop)).map(({ id }) => id)).toEqual([course._id]);
});

test("a shop starts without its temporary folder, and has feeds as soon as files can be written", async () => {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  const shop = await openFeedShop();
  await makeProduct(shop);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("TMPDIR", path.join(home.folder, "missing"));
  const { app } = await openSecondShop(shop);
  const status = async () => (await app.inject("/feeds/google.xml")).statusCode;
  expect([await status(), (await app.inject("/api/products")).statusCode]).toEqual([500, 200]);
  vi.stubEnv("TMPDIR", home.folder);
  expect(await status()).toBe(200);
  // As a cleaner of temporary folders does.
  for (const file of await readdir(home.folder)) await rm(path.join(home.folder, file));
  shop.clock.advance(50_000);
  expect(await status()).toBe(200);
  shop.clock.advance(50_000);
  expect([await status(), (await readdir(home.folder)).length]).toEqual([200, 1]);
  await app.close();
  expect(await readdir(home.folder)).toEqual([]);
});
