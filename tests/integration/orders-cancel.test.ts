import { describe, expect, onTestFinished } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { UNPAID_DAYS } from "../../src/contracts/orders/order-rules.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { orderOne, readOrder, setStatus, stockOf } from "../support/orders.ts";
import { mailsAbout, orderToPay, tellOf, test } from "../support/paying-shop.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

const { business: site } = defaultSettings;

const DAY_MS = 24 * 60 * 60_000;

const cancel = (shop: TestShop, { token }: { token: string }, orderId: string) =>
  shop.call("POST", `/api/orders/${orderId}/cancel`, { token });

describe("cancelling by the buyer", () => {
  test("returns the stock of a pending order once and records the buyer in the history", async ({ shop }) => {
    const { order, buyer, product } = await orderOne(shop, 5, 2);
    const { held, heldUntil: _, ...unheld } = order;
    expect(held).toBe(true);
    const first = await cancel(shop, buyer, order._id);
    expect([first.statusCode, first.json()]).toEqual([
      200,
      {
        ...unheld,
        status: "cancelled",
        history: [...order.history, { status: "cancelled", by: "buyer", at: shop.clock.now().toISOString() }],
      },
    ]);
    expect(await stockOf(shop, product._id)).toBe(5);
    const repeats = await Promise.all([1, 2, 3].map(() => cancel(shop, buyer, order._id)));
    for (const repeat of repeats) expect([repeat.statusCode, repeat.json()]).toEqual([200, first.json()]);
    expect(await stockOf(shop, product._id)).toBe(5);
  });

  test("returns the stock once for concurrent requests", async ({ shop }) => {
    const { order, buyer, product } = await orderOne(shop, 5, 2);
    const replies = await Promise.all([1, 2, 3, 4].map(() => cancel(shop, buyer, order._id)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await stockOf(shop, product._id)).toBe(5);
    expect((await readOrder(shop, buyer.token, order._id)).history).toHaveLength(2);
  });

  test("returns 409 with a sentence for every other status, and 404 for other people's and deleted orders", async ({
    shop,
  }) => {
    const { order, buyer } = await orderOne(shop);
    for (const status of ["paid", "shipped", "delivered", "cancelled"]) {
      await setStatus(shop, shop.ownerToken, order._id, { status });
      const reply = await cancel(shop, buyer, order._id);
      expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "order_not_cancellable"]);
      expect(problemOf(reply).message).toMatch(status === "cancelled" ? "cancelled already" : site.phone);
    }
    const stranger = await makeCustomer(shop);
    const other = await orderOne(shop);
    for (const token of [stranger.token, shop.ownerToken]) {
      expect((await cancel(shop, { token }, other.order._id)).statusCode).toBe(404);
    }
    expect((await cancel(shop, stranger, "no-id")).statusCode).toBe(404);
    await shop.call("DELETE", `/api/orders/${other.order._id}`, { token: shop.ownerToken });
    expect((await cancel(shop, other.buyer, other.order._id)).statusCode).toBe(404);
  });

  test("reports a payment that arrives later to the owner", async ({ shop, razorpay }) => {
    const { order, buyer, payment, product } = await orderToPay(shop);
    expect((await cancel(shop, buyer, order._id)).statusCode).toBe(200);
    await tellOf(shop, await razorpay.pay(payment.orderId));
    expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({
      status: "cancelled",
      paymentNotes: [{ note: expect.any(String) }],
    });
    expect((await mailsAbout(shop, order)).toCheck).toHaveLength(1);
    expect(await stockOf(shop, product._id)).toBe(5);
  });
});

test("the system cancels orders that were unpaid for a week, after it has asked the provider", async ({ razorpay }) => {
  const shop = await openTestShop(razorpay.settings, { timeoutMs: 2_000, pauseMs: 5 });
  onTestFinished(shop.close);
  const { orders, payments } = shop.services;
  const cancelStale = () => orders.cancelStale(payments.check);
  const [left, begun, paid] = [await orderOne(shop, 5, 2), await orderToPay(shop), await orderToPay(shop)];
  await razorpay.pay(paid.payment.orderId);
  const setBack = await orderToPay(shop);
  await tellOf(shop, await razorpay.pay(setBack.payment.orderId));
  await setStatus(shop, shop.ownerToken, setBack.order._id, { status: "pending" });
  const byBuyer = await shop.call("POST", `/api/orders/${setBack.order._id}/cancel`, { token: setBack.buyer.token });
  expect(byBuyer.statusCode).toBe(409);
  const statuses = async () => {
    const all = [left, begun, paid, setBack].map(({ order }) => orders.find(order._id, { id: "", role: "owner" }));
    return (await Promise.all(all)).map(({ status, history }) => `${status} by ${history.at(-1)!.by}`);
  };

  shop.clock.advance(UNPAID_DAYS * DAY_MS - 1);
  await cancelStale();
  expect(await statuses()).toEqual([...Array(3).fill("pending by buyer"), "pending by owner"]);
  shop.clock.advance(1);
  razorpay.breakDown((reply) => void reply.destroy());
  await expect(cancelStale()).rejects.toThrow();
  expect((await statuses()).slice(1, 3)).toEqual(["pending by buyer", "pending by buyer"]);
  razorpay.heal();
  await Promise.all([cancelStale(), cancelStale()]);
  // The last order has a payment: only the owner may cancel it.
  const cancelled = "cancelled by system";
  expect(await statuses()).toEqual([cancelled, cancelled, "paid by payment", "pending by owner"]);
  for (const { product } of [left, begun]) expect(await stockOf(shop, product._id)).toBe(5);
  const { confirmations, notices, toCheck } = await mailsAbout(shop, left.order);
  expect([...confirmations, ...notices, ...toCheck]).toEqual([]);
});
