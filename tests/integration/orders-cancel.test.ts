import { describe, expect, onTestFinished } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { HOLD_MINUTES, UNPAID_DAYS } from "../../src/contracts/orders/order-rules.ts";
import type { Shipment } from "../../src/contracts/orders/shipment.ts";
import { asOwner } from "../support/admin.ts";
import { makeCoupon, makeStone, readCoupon, withCode } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import {
  addressOf,
  beginPayment,
  openPayment,
  orderOne,
  placeOrder,
  readOrder,
  setStatus,
  stockOf,
} from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { papersOf } from "../support/papers.ts";
import { mailsAbout, orderToPay, tellOf, test } from "../support/paying-shop.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

const { business: site } = defaultSettings;

const DAY_MS = 24 * 60 * 60_000;

const set = async (shop: TestShop, orderId: string, status: string) =>
  expect((await setStatus(shop, shop.ownerToken, orderId, { status })).statusCode).toBe(200);

async function endHolds(shop: TestShop) {
  shop.clock.advance((HOLD_MINUTES + 1) * 60_000);
  await shop.services.checkout.releaseExpired();
}

/** What the mails about cancelling this order say of its money. */
const cancelledMails = async (shop: TestShop, { _id, shipping }: { _id: string; shipping: { email: string } }) =>
  (await mailsTo(shop, shipping.email))
    .filter(({ headers }) => headers.subject === `Your order ${_id.slice(-6)} is cancelled`)
    .map(({ text }) => text);

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
  const { checkout, orders, payments } = shop.services;
  const cancelStale = () => checkout.cancelStale(payments.check);
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

describe("setting back to pending", () => {
  test("an order with the provider's money keeps pieces and coupon, is never paid again, and the system leaves it alone", async ({
    shop,
    razorpay,
  }) => {
    const { checkout, payments } = shop.services;
    const buyer = await makeCustomer(shop);
    const [stone, coupon] = [await makeStone(shop, { stock: "1" }), await makeCoupon(shop, { totalUses: "1" })];
    const order = await placeOrder(shop, buyer, withCode(stone._id, coupon.code));
    const { orderId } = await beginPayment(shop, buyer, order._id);
    const paid = await razorpay.pay(orderId);
    await tellOf(shop, paid);
    await set(shop, order._id, "pending");
    await endHolds(shop);
    expect(await stockOf(shop, stone._id)).toBe(0);
    expect((await readCoupon(shop, coupon)).report).toMatchObject({ uses: 1, reserved: 0 });

    const refused = await openPayment(shop, buyer, order._id, addressOf(buyer));
    expect([refused.statusCode, problemOf(refused)]).toEqual([
      409,
      { code: "order_not_payable", message: "This order has been paid already." },
    ]);
    const json = { status: "paid", ...razorpay.proofOf(paid) };
    const told = await shop.call("PUT", `/api/orders/${order._id}/status`, { token: buyer.token, json });
    expect([told.statusCode, told.json()]).toMatchObject([200, { status: "pending", paymentId: paid.id }]);
    expect(told.json()).not.toHaveProperty("held");
    expect((await cancel(shop, buyer, order._id)).statusCode).toBe(409);
    shop.clock.advance((UNPAID_DAYS + 1) * DAY_MS);
    await checkout.cancelStale(payments.check);
    await renewOwnerToken(shop);
    expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ status: "pending" });

    // Cancelled and set back once more: the pieces are sold to this buyer again.
    for (const status of ["cancelled", "pending"]) await set(shop, order._id, status);
    await endHolds(shop);
    expect(await stockOf(shop, stone._id)).toBe(0);
    await set(shop, order._id, "paid");
    expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ status: "paid", stockShort: false });

    // Deleted while it is set back, it leaves its money to check.
    await set(shop, order._id, "pending");
    await shop.call("DELETE", `/api/orders/${order._id}`, { token: shop.ownerToken });
    expect((await readOrder(shop, shop.ownerToken, order._id)).paymentNotes).toMatchObject([{ refundable: 810 }]);
  });

  test("an order marked as paid by hand is due again, held anew and without its receipt, until the system cancels it with a mail", async ({
    shop,
  }) => {
    const { checkout, payments } = shop.services;
    const { order, buyer, product } = await orderOne(shop, 2);
    await set(shop, order._id, "paid");
    expect(await papersOf(shop, buyer.token, order._id)).toMatchObject([{ kind: "receipt" }]);
    shop.clock.advance(3 * DAY_MS);
    await renewOwnerToken(shop);
    await set(shop, order._id, "pending");
    const back = await readOrder(shop, shop.ownerToken, order._id);
    expect(back).toMatchObject({ status: "pending", held: true });
    expect(back).not.toHaveProperty("paidAt");
    expect(await papersOf(shop, shop.ownerToken, order._id)).toMatchObject([{ kind: "receipt", cancelled: true }]);
    const payable = await checkout.openForPayment(order._id, { id: buyer.id, role: "customer" }, "192.0.2.1");
    expect(payable.totalPaise).toBe(90_000);
    await endHolds(shop);
    expect(await stockOf(shop, product._id)).toBe(2);

    // A week from when it was set back.
    shop.clock.advance((UNPAID_DAYS - 1) * DAY_MS);
    await checkout.cancelStale(payments.check);
    await renewOwnerToken(shop);
    expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ status: "pending" });
    shop.clock.advance(DAY_MS);
    await checkout.cancelStale(payments.check);
    await renewOwnerToken(shop);
    const { status, history } = await readOrder(shop, shop.ownerToken, order._id);
    expect([status, history.at(-1)!.by]).toEqual(["cancelled", "system"]);
    expect(await cancelledMails(shop, order)).toEqual([
      expect.stringMatching(/not paid within 7 days, so it is cancelled.*There is nothing to pay/s),
    ]);
  });
});

test("a parcel taken back of an order that was shipped unpaid pays nothing: it is pending, without receipt or mail", async ({
  shop,
}) => {
  const { order, buyer, product } = await orderOne(shop, 5, 2);
  await set(shop, order._id, "shipped");
  const parcels = `/api/orders/${order._id}/shipments`;
  const send = async () => {
    const json = { courier: "Delhivery", lines: [{ itemId: product._id, qty: 1 }] };
    return (await asOwner(shop, "POST", parcels, json)).json() as Shipment;
  };
  await send();
  expect((await asOwner(shop, "DELETE", `${parcels}/${(await send())._id}`)).statusCode).toBe(200);
  const reopened = await readOrder(shop, shop.ownerToken, order._id);
  expect(reopened.history.map(({ status }) => status)).toEqual(["pending", "shipped", "pending"]);
  expect(reopened).not.toHaveProperty("paidAt");
  expect(await papersOf(shop, shop.ownerToken, order._id)).toEqual([]);
  const mails = (await mailsTo(shop, order.shipping.email)).filter(({ text }) => text.includes(order._id));
  expect(mails.map(({ headers }) => headers.subject)).toEqual([]);
  // The other piece is on its way: the system does not sell it again, and the buyer does not cancel it.
  await endHolds(shop);
  expect(await stockOf(shop, product._id)).toBe(3);
  const refused = await cancel(shop, buyer, order._id);
  expect([refused.statusCode, problemOf(refused).code]).toEqual([409, "order_not_cancellable"]);
});

test("the buyer gets one mail for each cancellation, also for their own, and it says what happens to the money", async ({
  shop,
  razorpay,
}) => {
  const own = await orderOne(shop);
  await Promise.all([1, 2].map(() => cancel(shop, own.buyer, own.order._id)));
  const byHand = await orderOne(shop);
  for (const status of ["paid", "cancelled", "cancelled"]) await set(shop, byHand.order._id, status);
  const paid = await orderToPay(shop);
  await tellOf(shop, await razorpay.pay(paid.payment.orderId));
  const bulk = { ids: [paid.order._id], status: "cancelled" };
  await shop.call("PUT", "/api/orders/status", { token: shop.ownerToken, json: bulk });
  expect([
    await cancelledMails(shop, own.order),
    await cancelledMails(shop, byHand.order),
    await cancelledMails(shop, paid.order),
  ]).toEqual([
    [expect.stringMatching(/you have cancelled your order.*There is nothing to pay/s)],
    [expect.stringMatching(/we have cancelled your order.*answer this mail about the money/s)],
    [expect.stringContaining("₹900 of what you paid is with us. We send it back, or write to you about it.")],
  ]);
  // Opened again before the mail went out, it sends none; the next cancellation sends its own.
  for (const status of ["paid", "cancelled", "paid", "cancelled"]) await set(shop, paid.order._id, status);
  expect(await cancelledMails(shop, paid.order)).toHaveLength(2);
});

test("returns 409 when another owner changed the status meanwhile, alone and in bulk, and overwrites nothing", async ({
  shop,
}) => {
  const [{ order }, other] = [await orderOne(shop), await orderOne(shop)];
  const change = (json: object) => setStatus(shop, shop.ownerToken, order._id, json);
  expect((await change({ status: "shipped", from: "pending" })).statusCode).toBe(200);
  const late = await change({ status: "cancelled", from: "pending" });
  const message = "Somebody changed this order meanwhile: it is shipped now. Nothing was saved.";
  expect([late.statusCode, problemOf(late)]).toEqual([409, { code: "changed_meanwhile", message }]);
  const json = { ids: [order._id, other.order._id], status: "paid", from: ["pending", "pending"] };
  const bulk = await shop.call("PUT", "/api/orders/status", { token: shop.ownerToken, json });
  expect(bulk.json()).toEqual({ changed: [other.order._id], failed: [{ _id: order._id, message }] });
  expect((await readOrder(shop, shop.ownerToken, order._id)).history).toHaveLength(2);

  // Of two at the same time, one wins.
  const replies = await Promise.all(["paid", "delivered"].map((status) => change({ status, from: "shipped" })));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expectRefused(await change({ status: "paid", from: "lost" }), "from");
  const short = { ...json, from: ["pending"] };
  expectRefused(await shop.call("PUT", "/api/orders/status", { token: shop.ownerToken, json: short }), "from");
});
