import { expect } from "vitest";
import { DAY_MS } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeProduct, problemOf } from "../support/forms.ts";
import {
  beginPayment,
  openPayment,
  placeOrder,
  readOrder,
  SHIPPING,
  sendOrder,
  setStatus,
  stockOf,
  wants,
} from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { tellOf, test } from "../support/paying-shop.ts";
import { someAddress } from "../support/people.ts";
import { refund } from "../support/refunds.ts";
import { makeRing, ownersProduct, readProduct, saveSizes, stocksIn, stocksOf } from "../support/sizes.ts";
import { openOwnShop, openSecondShop, type TestShop } from "../support/test-shop.ts";

const linesOf = (...items: [itemId: string, qty?: number][]) =>
  items.map(([itemId, qty = 1]) => ({ itemId, itemType: "product" as const, qty }));
const orderOf = (totalAmount: number, ...items: [itemId: string, qty?: number][]) => ({
  items: linesOf(...items),
  totalAmount,
  shipping: SHIPPING,
});
const quote = async (shop: TestShop, itemId: string, qty = 1) =>
  (await shop.call("POST", "/api/cart/quote", { json: { items: linesOf([itemId, qty]) } })).json()[0];

const releaseHolds = async (shop: TestShop) => {
  shop.clock.advance(DAY_MS);
  await renewOwnerToken(shop);
  await shop.services.checkout.releaseExpired();
};

test("200 buyers on the last piece of a size, in two processes: exactly one gets it", async () => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const second = await openSecondShop(shop);
  const apps = [shop.app, second.app];
  // On a slow machine so many requests wait long for a connection.
  for (const { db } of [shop, second]) db.$client.options.connectionTimeoutMillis = 60_000;
  const ring = await makeRing(shop, [
    { name: "12", stock: 1 },
    { name: "14", stock: 30 },
  ]);
  const buyers = await Promise.all(Array.from({ length: 200 }, () => makeCustomer(shop)));
  const replies = await Promise.all(
    buyers.map(({ token }, index) =>
      apps[index % 2]!.inject({
        method: "POST",
        url: "/api/orders",
        headers: { authorization: `Bearer ${token}` },
        // Every tenth buyer wants the other size.
        payload: wants(ring.idOf(index % 10 === 0 ? "14" : "12"), 900),
      }),
    ),
  );
  const [others, lastPiece] = [0, 1].map((isLast) =>
    replies.filter((_, index) => Number(index % 10 !== 0) === isLast).map(({ statusCode }) => statusCode),
  );
  expect(others).toEqual(Array(20).fill(201));
  expect(lastPiece!.sort()).toEqual([201, ...Array(179).fill(409)]);
  const refused = replies.find(({ statusCode }) => statusCode === 409)!;
  expect(problemOf(refused)).toMatchObject({ code: "out_of_stock" });
  expect(problemOf(refused).message).toContain(`${ring.title} (12)`);
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 0, 14: 10 });
  expect(await stockOf(shop, ring._id)).toBe(10);
});

test("quotes a size with its own title, price and stock", async ({ shop }) => {
  const ring = await makeRing(shop, [
    { name: "12", stock: 2 },
    { name: "14", stock: 0, price: 1200 },
    { name: "16", stock: 5, price: 1200, offerPrice: 1100 },
  ]);
  const titled = (name: string) => `${ring.title} (${name})`;
  expect(await quote(shop, ring.idOf("12"), 3)).toMatchObject({
    title: titled("12"),
    price: 900,
    available: 2,
    problem: "short",
  });
  expect(await quote(shop, ring.idOf("14"))).toMatchObject({ title: titled("14"), price: 1200, problem: "sold_out" });
  expect(await quote(shop, ring.idOf("16"), 5)).toMatchObject({ title: titled("16"), price: 1100, problem: null });
});

test("a line without a size of a product with sizes is refused as variant_required at the line", async ({ shop }) => {
  const ring = await makeRing(shop);
  const plain = await makeProduct(shop, { stock: "3" });
  expect(await quote(shop, ring._id)).toMatchObject({ title: ring.title, price: 900, problem: "variant_required" });
  const form = orderOf(1800, [plain._id], [ring._id]);
  const reply = await sendOrder(shop, await makeCustomer(shop), form);
  expect([reply.statusCode, problemOf(reply)]).toMatchObject([
    400,
    { code: "variant_required", fields: { items: `Line 2: Please choose a size of “${ring.title}”.` } },
  ]);
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 2, 14: 1 });
});

test("items with an unknown, removed or malformed size are gone", async ({ shop }) => {
  const ring = await makeRing(shop);
  const plain = await makeProduct(shop, { stock: "3" });
  const removed = ring.idOf("14");
  await saveSizes(shop, ring, [ring.variants![0]!]);
  const ids = [
    removed,
    `${ring.idOf("12")}:x`,
    `${ring._id}:`,
    `${ring._id}:${ring._id}`,
    `${plain._id}:12`,
    `${plain._id}:`,
  ];
  for (const id of ids) {
    expect(await quote(shop, id)).toMatchObject({ title: "", problem: "gone" });
    const reply = await sendOrder(shop, await makeCustomer(shop), wants(id, 900));
    expect(problemOf(reply).code).toBe("out_of_stock");
  }
});

test("one order takes several sizes of a product, all or none, and returns them when it is cancelled", async ({
  shop,
}) => {
  const ring = await makeRing(shop);
  const stone = await makeProduct(shop, { stock: "5" });
  const buyer = await makeCustomer(shop);
  const both: [string, number?][] = [[ring.idOf("12"), 2], [ring.idOf("14")], [stone._id]];
  const order = await placeOrder(shop, buyer, orderOf(3600, ...both));
  expect(order.items.map(({ title }) => title)).toEqual([`${ring.title} (12)`, `${ring.title} (14)`, stone.title]);
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 0, 14: 0 });

  await shop.call("POST", `/api/orders/${order._id}/cancel`, { token: buyer.token });
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 2, 14: 1 });
  const tooMany = await sendOrder(shop, buyer, orderOf(4500, [ring.idOf("12"), 2], [ring.idOf("14"), 2], [stone._id]));
  expect(problemOf(tooMany).message).toContain(`${ring.title} (14)`);
  expect([await stockOf(shop, ring._id), await stockOf(shop, stone._id)]).toEqual([3, 5]);
});

test("all sizes of a product count for the most pieces of an order", async ({ shop }) => {
  const ring = await makeRing(shop, [
    { name: "12", stock: 20 },
    { name: "14", stock: 20 },
  ]);
  const form = orderOf(9900, [ring.idOf("12"), 6], [ring.idOf("14"), 5]);
  const { items } = expectRefused(await sendOrder(shop, await makeCustomer(shop), form), "items");
  expect(items).toBe("Line 2: An order can have at most 10 pieces of one product, and this one has 11.");
});

test("one network holds half of a size, whatever the other sizes have", async ({ shop }) => {
  const ring = await makeRing(shop, [
    { name: "12", stock: 8 },
    { name: "14", stock: 40 },
  ]);
  const address = someAddress();
  const place = async (size: string, qty: number) =>
    placeOrder(shop, await makeCustomer(shop), wants(ring.idOf(size), 900, qty), { address });
  expect(await place("12", 4)).toMatchObject({ held: true });
  expect(await place("12", 1)).toMatchObject({ held: false });
  expect(await place("14", 5)).toMatchObject({ held: true });
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 4, 14: 35 });
});

test("a refund restocks the size that was sold", async ({ shop, razorpay }) => {
  const ring = await makeRing(shop);
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, orderOf(2700, [ring.idOf("12"), 2], [ring.idOf("14")]));
  await tellOf(shop, await razorpay.pay((await beginPayment(shop, buyer, order._id)).orderId));
  const made = await refund(shop, order._id, { lines: [{ itemId: ring.idOf("12"), qty: 1 }], restock: true });
  expect(made.lines).toMatchObject([{ title: `${ring.title} (12)`, qty: 1, amount: 900 }]);
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 1, 14: 0 });
});

test("orders keep the size's name and its pieces when the size is renamed", async ({ shop }) => {
  const ring = await makeRing(shop);
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(ring.idOf("12"), 900));
  await saveSizes(shop, ring, [{ ...ring.variants![0]!, name: "Twelve", stock: 1 }, ring.variants![1]!]);
  expect((await readOrder(shop, buyer.token, order._id)).items[0]!.title).toBe(`${ring.title} (12)`);
  expect(await quote(shop, ring.idOf("12"))).toMatchObject({ title: `${ring.title} (Twelve)` });
  await releaseHolds(shop);
  expect(await stocksOf(shop, ring._id)).toEqual({ Twelve: 2, 14: 1 });
});

test("pieces of a removed size bring it back on sale, and an older form is refused instead of dropping them", async ({
  shop,
}) => {
  const ring = await makeRing(shop);
  await placeOrder(shop, await makeCustomer(shop), wants(ring.idOf("12"), 900));
  const fourteen = ring.variants![1]!;
  await saveSizes(shop, ring, [fourteen]);
  expect(await readProduct(shop, ring._id)).toMatchObject({ stock: 1, variants: [fourteen] });
  const { version } = await ownersProduct(shop, ring._id);
  await releaseHolds(shop);
  expect(await readProduct(shop, ring._id)).toMatchObject({ stock: 2, version: version + 1 });
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 1, 14: 1 });
  const late = await saveSizes(shop, ring, [fourteen], { version: `${version}` });
  expect([late.statusCode, problemOf(late).code]).toEqual([409, "changed_meanwhile"]);
  expect(await quote(shop, ring.idOf("12"))).toMatchObject({ available: 1, problem: null });
});

test("pieces of a size come back to the product's own stock once it has no sizes", async ({ shop }) => {
  const ring = await makeRing(shop);
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(ring.idOf("12"), 900, 2));
  await saveSizes(shop, ring, [], { stock: "5" });
  await releaseHolds(shop);
  expect(await readProduct(shop, ring._id)).toMatchObject({ stock: 7 });
  // Paid after all: the pieces are taken from there.
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  expect(await stockOf(shop, ring._id)).toBe(5);
});

test("pieces that were sold without a size come back for the owner to sort, and are not sold", async ({ shop }) => {
  const plain = await makeProduct(shop, { stock: "3" });
  const [first, second] = [await makeCustomer(shop), await makeCustomer(shop)];
  await placeOrder(shop, first, wants(plain._id, 900));
  const paidLater = await placeOrder(shop, second, wants(plain._id, 900));
  await saveSizes(shop, plain, [{ name: "12", stock: 1 }]);
  await releaseHolds(shop);
  expect(await readProduct(shop, plain._id)).toMatchObject({ stock: 1, variants: [{ name: "12", stock: 1 }] });
  expect(stocksIn(await ownersProduct(shop, plain._id))).toEqual({ 12: 1, "Size not known": 2 });
  expect(await quote(shop, plain._id)).toMatchObject({ problem: "variant_required" });

  // The payment of an order without a size takes one of them.
  await setStatus(shop, shop.ownerToken, paidLater._id, { status: "paid" });
  expect(await readOrder(shop, shop.ownerToken, paidLater._id)).toMatchObject({ stockShort: false });
  const { variants } = await ownersProduct(shop, plain._id);
  expect(variants).toMatchObject([
    { name: "12", stock: 1 },
    { name: "Size not known", stock: 1 },
  ]);
  // Saved as it is, it stays hidden. With a name it is a size like the others.
  await saveSizes(shop, plain, variants!);
  expect(await stocksOf(shop, plain._id)).toEqual({ 12: 1 });
  await saveSizes(shop, plain, [variants![0]!, { ...variants![1]!, name: "14" }]);
  expect(await stocksOf(shop, plain._id)).toEqual({ 12: 1, 14: 1 });
});

test("an unpaid order without a size asks the buyer to order again once the product has sizes", async ({ shop }) => {
  const plain = await makeProduct(shop, { stock: "3" });
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(plain._id, 900));
  await saveSizes(shop, plain, [{ name: "12", stock: 5 }]);
  shop.clock.advance(31 * 60_000);
  await shop.services.checkout.releaseExpired();
  const reply = await openPayment(shop, buyer, order._id);
  expect([reply.statusCode, reply.json()]).toMatchObject([
    409,
    { code: "price_changed", lines: [{ problem: "variant_required" }] },
  ]);
});

test("an unpaid order is re-priced by the price of its size", async ({ shop }) => {
  const ring = await makeRing(shop);
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(ring.idOf("12"), 900));
  const [twelve, fourteen] = ring.variants!;
  const endHold = async () => {
    shop.clock.advance(31 * 60_000);
    await shop.services.checkout.releaseExpired();
  };
  await saveSizes(shop, ring, [
    { ...twelve!, stock: 1 },
    { ...fourteen!, price: 1200 },
  ]);
  await endHold();
  // The other size's price does not concern it.
  expect((await openPayment(shop, buyer, order._id)).statusCode).toBe(200);
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 1, 14: 1 });

  const other = await placeOrder(shop, buyer, wants(ring.idOf("14"), 1200));
  await saveSizes(shop, ring, [twelve!, { ...fourteen!, price: 1250 }]);
  await endHold();
  const reply = await openPayment(shop, buyer, other._id);
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: "price_changed", lines: [{ price: 1250 }] }]);
});
