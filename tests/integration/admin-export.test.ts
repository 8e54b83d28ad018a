import { expect } from "vitest";
import { readCsv } from "../../src/server/platform/files/csv.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeProduct } from "../support/forms.ts";
import { orderOne, placeOrder, setStatus, wants } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { picture } from "../support/pictures.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

async function download(shop: TestShop, path: string) {
  const reply = await asOwner(shop, "GET", `/api/${path}`);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(reply.headers["content-disposition"]).toMatch(
    /^attachment; filename="(products|orders)-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect([...reply.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = reply.rawPayload.toString("utf8").slice(1);
  const [header, ...rows] = [...readCsv(text, ",")].map(({ cells }) => cells);
  const records = rows.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i]])));
  return { text, records };
}

const byDescription = (one: { description?: string }, other: { description?: string }) =>
  one.description! < other.description! ? -1 : 1;

test("exports products with quotes, line breaks and Unicode", async () => {
  const shop = await openOwnShop();
  const fields = {
    title: 'गुलाब 🔮, “Rose” "quartz"',
    description: "One\nTwo; three",
    category: "Jewellery",
    subCategory: "Rings",
    price: "1299.50",
    offerPrice: "999",
    stock: "7",
    topSelling: "true",
    stone: "Rose quartz",
    material: "925 silver",
    metal: "Silver",
    size: "8 mm",
    weightGrams: "2.5",
    originCountry: "India",
    certificate: "",
    netQuantity: "1 N",
    maker: "Tara Stones\nPune",
    makerRole: "packer",
    mrp: "1500",
    taxClass: "silver-gold",
    published: "false",
  };
  const product = await makeProduct(shop, fields, [{ bytes: await picture(), name: "a.png" }]);
  const { records } = await download(shop, "products.csv");
  expect(records).toEqual([
    {
      ...fields,
      _id: product._id,
      price: "1299.5",
      stockWas: "7",
      variants: "",
      variantsWas: "",
      intentions: "",
      zodiac: "",
      planets: "",
      chakras: "",
      version: "1",
      images: product.images[0],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30$/),
    },
  ]);
  expect(new Date(records[0]!.createdAt!).toISOString()).toBe(product.createdAt);
});

test("escapes titles against CSV injection", async ({ shop }) => {
  const titles = ["=1+2", "+91 98765", "-5", "@SUM(A1)", "'=1"];
  for (const title of titles) await makeProduct(shop, { title, description: `a\n${title}` });
  const { records, text } = await download(shop, "products.csv");
  expect(records.map(({ title, description }) => ({ title, description })).toSorted(byDescription)).toEqual(
    titles.map((title) => ({ title: `'${title}`, description: `a\n${title}` })).toSorted(byDescription),
  );
  for (const title of titles) expect(text).toContain(`'${title}`);
});

test("exports each product once when there are several batches", async () => {
  const shop = await openOwnShop();
  const form = {
    description: "",
    category: "Tumbles",
    subCategory: null,
    price: 1,
    offerPrice: 1,
    stock: 0,
    topSelling: false,
  };
  const rows = Array.from({ length: 1203 }, (_, i) => ({
    form: { ...form, title: `No. ${i}` },
    images: [],
    // Many with the same time, as after an import.
    createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 700) * 1000),
  }));
  await shop.db.transaction((tx) => shop.services.catalogue.products.insert(tx, rows));
  const { records } = await download(shop, "products.csv");
  expect(new Set(records.map(({ _id }) => _id)).size).toBe(1203);
  expect(records).toHaveLength(1203);
});

test("exports orders with items and buyer and escapes the phone number", async () => {
  const shop = await openOwnShop();
  const product = await makeProduct(shop, { title: "Rose, raw", price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const shipping = {
    name: "=cmd|' /C calc'!A0",
    email: "m@example.com",
    phone: "+919876543210",
    address: "12 Tara Marg\nPune",
    pin: "411 001",
  };
  const order = await placeOrder(shop, buyer, { ...wants(product._id, 900, 2), shipping, note: "=1+1" });
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  // Shipped first, paid later: the history has no "paid".
  const { order: early } = await orderOne(shop);
  await setStatus(shop, shop.ownerToken, early._id, { status: "shipped" });
  const unpaid = await download(shop, "orders.csv?status=shipped");
  expect(unpaid.records[0]).toMatchObject({ paidAt: "" });
  await shop.services.checkout.settle(early._id, { paymentId: "pay_late", amountPaise: 90000, currency: "INR" });
  const late = await download(shop, "orders.csv?status=shipped");
  expect(late.records[0]!.paidAt).toMatch(/\+05:30$/);

  const { records } = await download(shop, "orders.csv?status=paid");
  expect(Object.keys(records[0]!).slice(-3)).toEqual(["discount", "delivery", "coupon"]);
  expect(records).toEqual([
    {
      _id: order._id,
      number: `${order.number}`,
      createdAt: expect.stringMatching(/\+05:30$/),
      paidAt: expect.stringMatching(/\+05:30$/),
      status: "paid",
      totalAmount: "1800",
      items: "Rose, raw x 2",
      name: `'${shipping.name}`,
      email: "m@example.com",
      phone: "'+919876543210",
      address: "12 Tara Marg\nPune",
      pin: "411001",
      accountName: "Customer",
      accountEmail: buyer.email,
      paymentMethod: "razorpay",
      paymentId: "",
      stockShort: "false",
      note: "'=1+1",
      parcels: "",
      internalNote: "",
      discount: "0",
      delivery: "0",
      coupon: "",
    },
  ]);
});

test("filters orders by status, text and Indian days, and leaves out deleted ones", async () => {
  const shop = await openOwnShop();
  const setClock = async (time: string) => {
    shop.clock.advance(new Date(`${time}+05:30`).getTime() - shop.clock.now().getTime());
    await renewOwnerToken(shop);
  };
  const ids: string[] = [];
  for (const time of [
    "2026-11-13T23:59:59.999",
    "2026-11-14T00:00:00.000",
    "2026-11-15T23:59:59.999",
    "2026-11-16T00:00:00.000",
  ]) {
    await setClock(time);
    ids.push((await orderOne(shop)).order._id);
  }
  await setStatus(shop, shop.ownerToken, ids[1]!, { status: "paid" });
  const exported = async (query: string) =>
    (await download(shop, `orders.csv${query}`)).records.map(({ _id }) => ids.indexOf(_id!));
  expect(await exported("")).toEqual([0, 1, 2, 3]);
  expect(await exported("?from=2026-11-14&to=2026-11-15")).toEqual([1, 2]);
  expect(await exported("?from=2026-11-15")).toEqual([2, 3]);
  expect(await exported("?to=2026-11-13")).toEqual([0]);
  expect(await exported("?status=paid")).toEqual([1]);
  expect(await exported("?status=delivered")).toEqual([]);
  const endOfId = ids[2]!.slice(-8);
  expect(await exported(`?q=${endOfId}`)).toEqual([2]);
  expect(await exported(`?q=${endOfId}&status=paid`)).toEqual([]);
  await asOwner(shop, "DELETE", `/api/orders/${ids[0]}`);
  expect(await exported("")).toEqual([1, 2, 3]);
  for (const query of ["from=yesterday", "to=2026-02-30", "status=lost"]) {
    expectRefused(await asOwner(shop, "GET", `/api/orders.csv?${query}`), query.split("=")[0]!);
  }
});
