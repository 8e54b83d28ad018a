import { expect } from "vitest";
import { MAX_BULK_ORDERS } from "../../src/contracts/list-rules.ts";
import { HOLD_MINUTES, orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import { activityOf } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, problemOf, resendProduct } from "../support/forms.ts";
import {
  beginPayment,
  orderOne,
  placeOrder,
  readOrder,
  sendOrder,
  setStatus,
  stockOf,
  wants,
} from "../support/orders.ts";
import { mailsAbout, orderToPay, tellOf, test } from "../support/paying-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

const HOLD_MS = HOLD_MINUTES * 60_000;

const set = async (shop: TestShop, orderId: string, status: string) => {
  const reply = await setStatus(shop, shop.ownerToken, orderId, { status });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};

async function expireHolds(shop: TestShop) {
  shop.clock.advance(HOLD_MS + 1);
  await shop.services.checkout.releaseExpired();
}

const buyOne = async (shop: TestShop, productId: string, qty = 1) =>
  placeOrder(shop, await makeCustomer(shop), wants(productId, 900, qty));

test("the owner sets any status from any status, and the history records each change", async ({ shop }) => {
  const { order, product } = await orderOne(shop, 5, 2);
  const expected = ["pending by buyer"];
  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      for (const status of [from, to]) {
        if (expected.at(-1)!.startsWith(status)) continue;
        shop.clock.advance(1000);
        const changed = await set(shop, order._id, status);
        expected.push(`${status} by owner`);
        expect(changed.history.at(-1).at).toBe(shop.clock.now().toISOString());
        expect(await stockOf(shop, product._id)).toBe(status === "cancelled" ? 5 : 3);
      }
    }
  }
  const { history } = await readOrder(shop, shop.ownerToken, order._id);
  expect(history.map(({ status, by }) => `${status} by ${by}`)).toEqual(expected);
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length]).toEqual([1, 1]);
});

test("setting the same status again changes nothing", async ({ shop }) => {
  const { order } = await orderOne(shop);
  await set(shop, order._id, "cancelled");
  await set(shop, order._id, "cancelled");
  expect((await readOrder(shop, shop.ownerToken, order._id)).history).toHaveLength(2);
});

test("returns 409 when a cancelled order is re-opened after its pieces were sold", async ({ shop }) => {
  const { order, product } = await orderOne(shop, 1);
  await set(shop, order._id, "cancelled");
  const before = await readOrder(shop, shop.ownerToken, order._id);
  const other = await buyOne(shop, product._id);
  for (const status of ["pending", "paid", "shipped", "delivered"]) {
    const reply = await setStatus(shop, shop.ownerToken, order._id, { status });
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "out_of_stock"]);
  }
  expect(await readOrder(shop, shop.ownerToken, order._id)).toEqual(before);
  expect(await stockOf(shop, product._id)).toBe(0);
  await set(shop, other._id, "cancelled");
  await set(shop, order._id, "pending");
  expect(await stockOf(shop, product._id)).toBe(0);
});

test("sets one status on several orders and says which could not be changed", async ({ shop }) => {
  const sold = await orderOne(shop, 1);
  await set(shop, sold.order._id, "cancelled");
  await buyOne(shop, sold.product._id);
  const { order } = await orderOne(shop);
  const [gone, had] = [await orderOne(shop), await orderOne(shop)];
  await shop.call("DELETE", `/api/orders/${gone.order._id}`, { token: shop.ownerToken });
  await set(shop, had.order._id, "shipped");
  const ids = [order, sold.order, gone.order, had.order, order].map(({ _id }) => _id);
  const send = (json: unknown) => shop.call("PUT", "/api/orders/status", { token: shop.ownerToken, json });
  const reply = await send({ ids: [...ids, "x"], status: "shipped" });
  expect(reply.json()).toEqual({
    changed: [order._id, had.order._id],
    failed: [
      { _id: sold.order._id, message: "The order cannot be re-opened: its pieces have been sold since." },
      { _id: gone.order._id, message: "Order not found." },
      { _id: "x", message: "Order not found." },
    ],
  });
  const steps = async (id: string) =>
    (await readOrder(shop, shop.ownerToken, id)).history.map(({ status, by }) => `${status} by ${by}`);
  expect(await steps(order._id)).toEqual(["pending by buyer", "shipped by owner"]);
  expect(await steps(had.order._id)).toEqual(["pending by buyer", "shipped by owner"]);
  expect(await activityOf(shop, order._id)).toMatchObject([{ changes: { status: ["pending", "shipped"] } }]);

  expectRefused(await send({ ids: [], status: "lost" }), "ids", "status");
  expectRefused(await send({ ids: Array(MAX_BULK_ORDERS + 1).fill(order._id), status: "paid" }), "ids");
});

test("concurrent cancels or re-opens move the stock once", async ({ shop }) => {
  const { order, product } = await orderOne(shop, 5, 2);
  for (const [status, left] of [
    ["cancelled", 5],
    ["pending", 3],
    ["cancelled", 5],
    ["paid", 3],
  ] as const) {
    await Promise.all([1, 2, 3].map(() => set(shop, order._id, status)));
    expect(await stockOf(shop, product._id)).toBe(left);
  }
});

test(`an unpaid order returns its stock once after ${HOLD_MINUTES} minutes and stays pending`, async ({ shop }) => {
  const { order, buyer, product } = await orderOne(shop, 1);
  shop.clock.advance(HOLD_MS - 1);
  await shop.services.checkout.releaseExpired();
  expect(await stockOf(shop, product._id)).toBe(0);
  shop.clock.advance(1);
  await Promise.all([1, 2, 3].map(() => shop.services.checkout.releaseExpired()));
  expect(await stockOf(shop, product._id)).toBe(1);
  expect(await readOrder(shop, buyer.token, order._id)).toEqual({ ...order, held: false });
  await buyOne(shop, product._id);
  await set(shop, order._id, "cancelled");
  expect(await stockOf(shop, product._id)).toBe(0);
});

test("placing an order releases expired holds first", async ({ shop }) => {
  const { product } = await orderOne(shop, 1);
  const next = await makeCustomer(shop);
  expect((await sendOrder(shop, next, wants(product._id, 900))).statusCode).toBe(409);
  shop.clock.advance(HOLD_MS);
  expect((await sendOrder(shop, next, wants(product._id, 900))).statusCode).toBe(201);
  expect(await stockOf(shop, product._id)).toBe(0);
});

test("a deleted unpaid order returns its stock when the hold expires, a paid one never", async ({ shop }) => {
  const unpaid = await orderOne(shop, 1);
  const paid = await orderOne(shop, 1);
  await set(shop, paid.order._id, "paid");
  for (const { order } of [unpaid, paid]) {
    await shop.call("DELETE", `/api/orders/${order._id}`, { token: shop.ownerToken });
  }
  await expireHolds(shop);
  expect([await stockOf(shop, unpaid.product._id), await stockOf(shop, paid.product._id)]).toEqual([1, 0]);
});

const openPayment = (shop: TestShop, buyer: { token: string }, orderId: string) =>
  shop.call("POST", "/api/payments/razorpay", { token: buyer.token, json: { orderId } });

test("a late payment attempt holds the stock again, or returns 409 when it is sold", async ({ shop }) => {
  const { order, buyer, product } = await orderOne(shop, 1);
  await expireHolds(shop);
  const other = await buyOne(shop, product._id);
  const reply = await openPayment(shop, buyer, order._id);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "out_of_stock"]);
  expect(reply.json().lines).toMatchObject([{ itemId: product._id, problem: "sold_out" }]);
  await set(shop, other._id, "cancelled");
  await beginPayment(shop, buyer, order._id);
  expect(await stockOf(shop, product._id)).toBe(0);
});

test("a hold is renewed once; then the payment returns 409, until the owner re-opens the order", async ({ shop }) => {
  const { order, buyer, product } = await orderOne(shop, 1);
  await expireHolds(shop);
  await beginPayment(shop, buyer, order._id);
  await beginPayment(shop, buyer, order._id);
  await expireHolds(shop);
  const reply = await openPayment(shop, buyer, order._id);
  expect([reply.statusCode, problemOf(reply)]).toEqual([
    409,
    { code: "hold_ended", message: expect.stringContaining("order again") },
  ]);
  expect(await stockOf(shop, product._id)).toBe(1);
  expect(await readOrder(shop, buyer.token, order._id)).toMatchObject({ status: "pending" });
  for (const status of ["cancelled", "pending"]) await set(shop, order._id, status);
  await beginPayment(shop, buyer, order._id);
});

test("concurrent payment attempts after the hold ended renew it once", async ({ shop }) => {
  const { order, buyer, product } = await orderOne(shop, 1);
  await expireHolds(shop);
  const replies = await Promise.all(Array.from({ length: 5 }, () => openPayment(shop, buyer, order._id)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await stockOf(shop, product._id)).toBe(0);
});

test("returns 409 with current lines when an item changed and the hold has ended", async ({ shop }) => {
  const { order, buyer, product } = await orderOne(shop, 3);
  const save = (fields: Record<string, string>) =>
    resendProduct(shop, product._id, {
      title: product.title,
      category: "Tumbles",
      price: "900",
      stock: "2",
      ...fields,
    });
  await save({ price: "950" });
  // Within the hold the order keeps its price.
  expect(await beginPayment(shop, buyer, order._id)).toMatchObject({ amount: 90_000 });
  await expireHolds(shop);
  for (const [fields, line] of [
    [{ price: "950" }, { price: 950 }],
    [{ title: "Renamed" }, { title: "Renamed" }],
  ] as const) {
    await save(fields);
    const reply = await openPayment(shop, buyer, order._id);
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "price_changed"]);
    expect(reply.json().lines).toMatchObject([{ itemId: product._id, problem: null, ...line }]);
  }
  await save({});
  expect(await beginPayment(shop, buyer, order._id)).toMatchObject({ amount: 90_000 });
  await expireHolds(shop);
  const gone = await orderOne(shop, 3);
  await expireHolds(shop);
  await shop.call("DELETE", `/api/products/${gone.product._id}`, { token: shop.ownerToken });
  const reply = await openPayment(shop, gone.buyer, gone.order._id);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "out_of_stock"]);
});

test("starting a payment renews an expired hold that is not yet released", async ({ shop }) => {
  const { order, buyer, product } = await orderOne(shop, 1);
  shop.clock.advance(HOLD_MS + 1);
  await beginPayment(shop, buyer, order._id);
  await shop.services.checkout.releaseExpired();
  expect(await stockOf(shop, product._id)).toBe(0);
});

test("a late payment takes the stock again when there is enough", async ({ shop, razorpay }) => {
  const { order, product, payment } = await orderToPay(shop, 1);
  await expireHolds(shop);
  await tellOf(shop, await razorpay.pay(payment.orderId));
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ status: "paid", stockShort: false });
  expect(await stockOf(shop, product._id)).toBe(0);
});

test("a late payment without stock marks the order paid and stockShort, and mails the owner", async ({
  shop,
  razorpay,
}) => {
  const { order, buyer, product, payment } = await orderToPay(shop, 3, 2);
  await expireHolds(shop);
  await buyOne(shop, product._id, 2);
  await tellOf(shop, await razorpay.pay(payment.orderId));
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ status: "paid", stockShort: true });
  expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("stockShort");
  expect(await stockOf(shop, product._id)).toBe(1);
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect(confirmations).toHaveLength(1);
  expect(confirmations[0]!.text).not.toMatch(/in stock/);
  expect(notices.map(({ text }) => text)).toEqual([expect.stringMatching(/Not everything in it is in stock any more/)]);

  await set(shop, order._id, "cancelled");
  expect(await stockOf(shop, product._id)).toBe(1);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ stockShort: false });
});

test("a short order takes its stock when the owner restocks and ships it", async ({ shop, razorpay }) => {
  const { order, product, payment } = await orderToPay(shop, 1);
  await expireHolds(shop);
  await buyOne(shop, product._id);
  await tellOf(shop, await razorpay.pay(payment.orderId));
  await resendProduct(shop, product._id, { title: product.title, category: "Tumbles", price: "900", stock: "4" });
  expect(await set(shop, order._id, "shipped")).toMatchObject({ stockShort: false });
  expect(await stockOf(shop, product._id)).toBe(3);
});

test("a payment for an order marked paid by hand is linked to it, and the buyer gets one mail", async ({
  shop,
  razorpay,
}) => {
  const { order, product, payment } = await orderToPay(shop, 5);
  await set(shop, order._id, "shipped");
  const paid = await razorpay.pay(payment.orderId);
  await tellOf(shop, paid);
  const found = await readOrder(shop, shop.ownerToken, order._id);
  expect(found).toMatchObject({ status: "shipped", paymentId: paid.id, paymentNotes: [] });
  expect(await stockOf(shop, product._id)).toBe(4);
  await set(shop, order._id, "paid");
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length]).toEqual([1, 1]);
});
