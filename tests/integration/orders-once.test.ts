import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeProduct, problemOf, resendProduct } from "../support/forms.ts";
import { placeOrder, SHIPPING, sendOrder, setStatus, stockOf, wants } from "../support/orders.ts";
import { test } from "../support/test-shop.ts";

test("the same key and body return the same order", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const key = randomUUID();
  const first = await placeOrder(shop, buyer, wants(product._id, 900, 2), key);
  expect(await placeOrder(shop, buyer, wants(product._id, 900, 2), key)).toEqual(first);
  const { items, ...rest } = wants(product._id, 900, 2);
  const shuffled = { ...rest, extra: 1, items };
  expect(await placeOrder(shop, buyer, shuffled, key)).toEqual(first);
  expect(await stockOf(shop, product._id)).toBe(3);
  expect((await shop.call("GET", "/api/orders/my", { token: buyer.token })).json()).toEqual([first]);
});

test("returns 409 for another body under the same key", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const key = randomUUID();
  await placeOrder(shop, buyer, wants(product._id, 900), key);
  const others = [
    wants(product._id, 900, 2),
    { ...wants(product._id, 900), shipping: { ...SHIPPING, address: "elsewhere" } },
    { ...wants(product._id, 900), totalAmount: 1 },
  ];
  for (const other of others) {
    const reply = await sendOrder(shop, buyer, other, key);
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "idempotency_key_used"]);
  }
  expect(await stockOf(shop, product._id)).toBe(4);
});

test("keys belong to one buyer", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const first = await placeOrder(shop, buyer, wants(product._id, 900), "a key");
  const second = await placeOrder(shop, other, wants(product._id, 900), "a key");
  expect(second._id).not.toBe(first._id);
  expect(await stockOf(shop, product._id)).toBe(3);
});

test("ten concurrent requests with one key place one order", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "12" });
  const buyer = await makeCustomer(shop);
  for (const qty of [1, 2, 3]) {
    const key = randomUUID();
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => placeOrder(shop, buyer, wants(product._id, 900, qty), key)),
    );
    expect(new Set(orders.map(({ _id }) => _id)).size).toBe(1);
  }
  expect(await stockOf(shop, product._id)).toBe(6);
});

test("the same cart finds its open order again and updates its details, with any key", async ({ shop }) => {
  const [stone, ring] = [
    await makeProduct(shop, { price: "900", stock: "2" }),
    await makeProduct(shop, { price: "50", stock: "1" }),
  ];
  const buyer = await makeCustomer(shop);
  const lines = [...wants(stone._id, 900, 2).items, ...wants(ring._id, 50).items];
  const form = { items: lines, totalAmount: 1850, shipping: SHIPPING };
  const first = await placeOrder(shop, buyer, form, "first");
  expect(first).not.toHaveProperty("reused");
  shop.clock.advance(60_000);
  // All pieces are held by this very order, and the price has changed since.
  await resendProduct(shop, stone._id, { title: stone.title, category: "Tumbles", price: "950", stock: "0" });
  const details = { ...SHIPPING, name: "Asha Edited", address: "7 Neem Lane" };
  const split = [...wants(ring._id, 50).items, ...wants(stone._id, 900).items, ...wants(stone._id, 900).items];
  const again = await placeOrder(shop, buyer, { ...form, items: split, shipping: details }, "second");
  expect(again).toEqual({ ...first, shipping: details, reused: true });
  expect(await placeOrder(shop, buyer, form)).toEqual({ ...first, reused: true });
  expect((await shop.call("GET", "/api/orders/my", { token: buyer.token })).json()).toEqual([first]);
  expect([await stockOf(shop, stone._id), await stockOf(shop, ring._id)]).toEqual([0, 0]);
  // The second key belongs to that order now.
  const other = await sendOrder(shop, buyer, wants(ring._id, 50), "second");
  expect([other.statusCode, problemOf(other).code]).toEqual([409, "idempotency_key_used"]);
  await setStatus(shop, shop.ownerToken, first._id, { status: "paid" });
  const repeat = { ...form, items: split, shipping: details };
  expect(await placeOrder(shop, buyer, repeat, "second")).toMatchObject({ _id: first._id, status: "paid" });
});

test("ten concurrent requests for the same cart without a key place one order", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const orders = await Promise.all(Array.from({ length: 10 }, () => placeOrder(shop, buyer, wants(product._id, 900))));
  expect(new Set(orders.map(({ _id }) => _id)).size).toBe(1);
  expect(await stockOf(shop, product._id)).toBe(4);
});

test("the same cart is a new order for another buyer, and once the first is paid, cancelled, deleted or expired", async ({
  shop,
}) => {
  const product = await makeProduct(shop, { price: "900", stock: "9" });
  const buyer = await makeCustomer(shop);
  const place = () => placeOrder(shop, buyer, wants(product._id, 900));
  const ids = [(await placeOrder(shop, await makeCustomer(shop), wants(product._id, 900)))._id];
  const endings: ((id: string) => unknown)[] = [
    (id) => setStatus(shop, shop.ownerToken, id, { status: "paid" }),
    (id) => shop.call("POST", `/api/orders/${id}/cancel`, { token: buyer.token }),
    (id) => shop.call("DELETE", `/api/orders/${id}`, { token: shop.ownerToken }),
    (id) => shop.services.checkout.settle(id, { paymentId: "pay_wrong", amountPaise: 1, currency: "INR" }),
    () => shop.clock.advance(HOLD_MINUTES * 60_000),
  ];
  for (const end of endings) {
    const { _id } = await place();
    ids.push(_id);
    await end(_id);
  }
  ids.push((await place())._id);
  expect(new Set(ids).size).toBe(7);
});

test("ten concurrent requests with one key for the last piece all return the one order", async ({ shop }) => {
  const buyer = await makeCustomer(shop);
  for (let round = 0; round < 3; round++) {
    const product = await makeProduct(shop, { price: "900", stock: "1" });
    const key = randomUUID();
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => placeOrder(shop, buyer, wants(product._id, 900), key)),
    );
    expect(new Set(orders.map(({ _id }) => _id)).size).toBe(1);
  }
});

test("of two concurrent bodies under one key, one is placed and the other gets 409", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "50" });
  const buyer = await makeCustomer(shop);
  const replies = await Promise.all(
    [1, 2, 1, 2, 1, 2].map((qty) => sendOrder(shop, buyer, wants(product._id, 900, qty), "contested")),
  );
  const statuses = replies.map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([201, 201, 201, 409, 409, 409]);
  const placed = replies.filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json());
  expect(new Set(placed.map(({ _id }) => _id)).size).toBe(1);
  expect(await stockOf(shop, product._id)).toBe(50 - placed[0].items[0].qty);
});

test("a repeat returns the order even when the stock is gone or the price has changed", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "1" });
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(product._id, 900), "mine");
  expect(await placeOrder(shop, buyer, wants(product._id, 900), "mine")).toEqual(order);
  await resendProduct(shop, product._id, { title: product.title, category: "Tumbles", price: "950", stock: "0" });
  expect(await placeOrder(shop, buyer, wants(product._id, 900), "mine")).toEqual(order);
  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect(await placeOrder(shop, buyer, wants(product._id, 900), "mine")).toEqual(order);
  await shop.call("DELETE", `/api/orders/${order._id}`, { token: shop.ownerToken });
  expect((await sendOrder(shop, buyer, wants(product._id, 900), "mine")).statusCode).toBe(404);
});

test("a refused order does not use up its key", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "0" });
  const buyer = await makeCustomer(shop);
  expect((await sendOrder(shop, buyer, wants(product._id, 900), "again")).statusCode).toBe(409);
  await resendProduct(shop, product._id, { title: product.title, category: "Tumbles", price: "900", stock: "1" });
  await placeOrder(shop, buyer, wants(product._id, 900), "again");
});

test("returns 400 for a key that is too long", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "1" });
  const buyer = await makeCustomer(shop);
  expectRefused(await sendOrder(shop, buyer, wants(product._id, 900), "k".repeat(201)), "idempotency-key");
});
