import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { productForm } from "../../src/contracts/catalogue/product.ts";
import { toPaise } from "../../src/contracts/money.ts";
import { packageItemId } from "../../src/contracts/orders/item-rules.ts";
import type { OrderForm } from "../../src/contracts/orders/order.ts";
import type { SalesReport } from "../../src/contracts/reports/sales.ts";
import { type SalesGroup, salesGroups } from "../../src/contracts/reports/sales-rules.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, goodProduct, makeCourse, makeExpert, makeProduct } from "../support/forms.ts";
import { placeOrder, SHIPPING, setStatus } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { makeRing } from "../support/sizes.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const { packages } = defaultSettings.packages;

/** The most that one order can have. */
const MAX_PIECES = 30;

type Line = [itemId: string, itemType: OrderForm["items"][number]["itemType"], rupees: number, qty?: number];

/** Places an order at a time in India and pays it. */
async function sell(shop: TestShop, time: string, lines: Line[], status = "paid") {
  shop.clock.advance(new Date(`${time}+05:30`).getTime() - shop.clock.now().getTime());
  await renewOwnerToken(shop);
  const order = await placeOrder(shop, await makeCustomer(shop), {
    items: lines.map(([itemId, itemType, , qty = 1]) => ({ itemId, itemType, qty })),
    totalAmount: lines.reduce((paise, [, , rupees, qty = 1]) => paise + toPaise(rupees) * qty, 0) / 100,
    shipping: SHIPPING,
  });
  await setStatus(shop, shop.ownerToken, order._id, { status });
}

async function report(shop: TestShop, by: SalesGroup, from = "2026-11-01", to = "2026-11-30") {
  const reply = await asOwner(shop, "GET", `/api/sales?by=${by}&from=${from}&to=${to}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as SalesReport;
}

const rowsIn = ({ rows }: SalesReport) => rows.map(({ name, qty, rupees }) => [name, qty, rupees]);

const sumOf = ({ rows, more, other }: SalesReport) =>
  [...rows, more, other].reduce((paise, { rupees }) => paise + toPaise(rupees), 0) / 100;

test("each grouping of paid sales adds up to the total of the orders, exactly", async ({ shop }) => {
  const ring = await makeProduct(shop, { title: "Rose Ring", category: "Sphere", price: "1.1", stock: "50" });
  const tower = await makeProduct(shop, { title: "Tall Tower", category: "Tower", price: "1234.55", stock: "50" });
  const gone = await makeProduct(shop, { title: "Gone", category: "Tower", price: "2.2", stock: "50" });
  const tarot = await makeCourse(shop, { title: "Tarot", actualPrice: "500", offerPrice: "499.99" });
  const asha = await makeExpert(shop, { name: "Asha (Rao)", price: "33.33" });
  const { title, audioPrice } = packages[0]!;
  const deep: Line = [packageItemId(title, "audio"), "consultancy", audioPrice];
  await sell(shop, "2026-10-31T23:59:59.999", [[tower._id, "product", 1234.55]]);
  await sell(shop, "2026-11-01T00:00:00.000", [
    [ring._id, "product", 1.1, 3],
    [tarot._id, "course", 499.99],
    [`${asha._id}-audio-30`, "consultancy", 999.9],
    deep,
  ]);
  await sell(shop, "2026-11-15T12:00:00.000", [[tower._id, "product", 1234.55]], "cancelled");
  await sell(shop, "2026-11-30T23:59:59.999", [
    [ring._id, "product", 1.1],
    [gone._id, "product", 2.2],
    [`${asha._id}-video-60`, "consultancy", 1999.8],
  ]);
  await sell(shop, "2026-12-01T00:00:00.000", [[tower._id, "product", 1234.55]]);
  await asOwner(shop, "DELETE", `/api/products/${gone._id}`);

  const expected: Record<SalesGroup, unknown[]> = {
    product: [
      ["Rose Ring", 4, 4.4],
      ["Gone", 1, 2.2],
    ],
    size: [],
    category: [
      ["Sphere", 4, 4.4],
      ["(deleted)", 1, 2.2],
    ],
    course: [["Tarot", 1, 499.99]],
    expert: [["Asha (Rao)", 2, 2999.7]],
    package: [[title, 1, audioPrice]],
  };
  const total = (toPaise(6.6 + 499.99 + 2999.7) + toPaise(audioPrice)) / 100;
  for (const by of salesGroups) {
    const found = await report(shop, by);
    expect(found.total, by).toEqual({ orders: 2, rupees: total });
    expect(rowsIn(found), by).toEqual(expected[by]);
    expect(sumOf(found), by).toBe(total);
  }
  expect(rowsIn(await report(shop, "product", "2026-12-01", "2026-12-01"))).toEqual([["Tall Tower", 1, 1234.55]]);
  const none = { total: { orders: 0, rupees: 0 }, rows: [], more: { rows: 0, qty: 0, rupees: 0 } };
  expect(await report(shop, "course", "2020-01-01", "2020-12-31")).toMatchObject(none);

  const csv = await asOwner(shop, "GET", "/api/sales.csv?by=product&from=2026-11-01&to=2026-11-30");
  expect(csv.headers["content-disposition"]).toContain("sales-by-product-2026-11-01-2026-11-30.csv");
  expect(csv.body.replace("\uFEFF", "").trim().split("\r\n")).toEqual([
    "name,id,qty,rupees",
    `Rose Ring,${ring._id},4,4.4`,
    `Gone,${gone._id},1,2.2`,
    `Everything else,,4,${(toPaise(total) - 660) / 100}`,
  ]);
});

const JANUARY = ["2027-01-01", "2027-01-31"] as const;

test("by product the sizes are added up under its current title; by size each has a row", async ({ shop }) => {
  const ring = await makeRing(shop, undefined, { title: "Ring", category: "Sphere" });
  const stone = await makeProduct(shop, { title: "Stone", category: "Tower", price: "100", stock: "3" });
  await sell(shop, "2027-01-03T12:00:00.000", [
    [ring.idOf("12"), "product", 900, 2],
    [ring.idOf("14"), "product", 900],
    [stone._id, "product", 100],
  ]);
  expect(rowsIn(await report(shop, "size", ...JANUARY))).toEqual([
    ["Ring (12)", 2, 1800],
    ["Ring (14)", 1, 900],
  ]);
  expect((await report(shop, "size", ...JANUARY)).other).toEqual({ qty: 1, rupees: 100 });
  const byProduct = await report(shop, "product", ...JANUARY);
  expect(byProduct.rows[0]).toEqual({ id: ring._id, name: "Ring", qty: 3, rupees: 2700 });
  expect(rowsIn(byProduct)[1]).toEqual(["Stone", 1, 100]);
  expect(rowsIn(await report(shop, "category", ...JANUARY))).toEqual([
    ["Sphere", 3, 2700],
    ["Tower", 1, 100],
  ]);
  await asOwner(shop, "DELETE", `/api/products/${ring._id}`);
  expect(rowsIn(await report(shop, "product", ...JANUARY))[0]).toEqual(["Ring", 3, 2700]);
});

test("names an item as it was last sold, and sorts equal amounts by name", async ({ shop }) => {
  const zircon = await makeProduct(shop, { title: "Zircon", category: "Tower", price: "100", stock: "9" });
  const beryl = await makeProduct(shop, { title: "Beryl", category: "Tower", price: "100", stock: "9" });
  const sellBoth = (time: string) =>
    sell(shop, time, [
      [zircon._id, "product", 100],
      [beryl._id, "product", 100],
    ]);
  await sellBoth("2027-02-03T12:00:00.000");
  await shop.db.execute(sql`update products set title = 'Aquamarine' where id = ${zircon._id}`);
  await sellBoth("2027-02-04T12:00:00.000");
  await shop.db.execute(sql`update products set title = 'Not sold yet' where id = ${zircon._id}`);
  const days = (to: string) => report(shop, "product", "2027-02-01", to);
  const names = async (to: string) => (await days(to)).rows.map(({ name }) => name);
  expect(await names("2027-02-28")).toEqual(["Aquamarine", "Beryl"]);
  expect(await names("2027-02-03")).toEqual(["Beryl", "Zircon"]);
});

test("sums up the rows after the first hundred, and refuses bad queries at their fields", async ({ shop }) => {
  const prices = Array.from({ length: 101 }, (_, index) => index + 1.01);
  const records = prices.map((price) => ({
    form: productForm(defaultSettings).parse({ ...goodProduct(), price: `${price}`, stock: "5" }),
    images: [],
    createdAt: shop.clock.now(),
  }));
  const made = await shop.db.transaction((tx) => shop.services.catalogue.products.insert(tx, records));
  const lines = made.map(({ _id, price }): Line => [_id, "product", price]);
  for (let sold = 0; sold < lines.length; sold += MAX_PIECES)
    await sell(shop, "2027-03-10T10:00:00.000", lines.slice(sold, sold + MAX_PIECES));
  const found = await report(shop, "product", "2027-03-01", "2027-03-31");
  expect([found.rows.length, found.rows[0]!.rupees, found.more]).toEqual([
    100,
    101.01,
    { rows: 1, qty: 1, rupees: 1.01 },
  ]);
  expect([found.total.rupees, sumOf(found)]).toEqual([5152.01, 5152.01]);

  const refusals = {
    "by=shape&from=2026-11-01&to=2026-11-30": "by",
    "by=product&from=2026-02-30&to=2026-11-30": "from",
    "by=product&from=2026-11-01": "to",
    "by=product&from=2026-11-02&to=2026-11-01": "to",
  };
  for (const [query, field] of Object.entries(refusals))
    expectRefused(await asOwner(shop, "GET", `/api/sales?${query}`), field);
});
