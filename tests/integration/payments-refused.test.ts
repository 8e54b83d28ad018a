import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { makeProduct, problemOf } from "../support/forms.ts";
import { beginPayment, placeOrder, readOrder, setStatus, stockOf, wants } from "../support/orders.ts";
import { mailsAbout, orderToPay, sendWebhook, tellOf, test, webhookOf } from "../support/paying-shop.ts";
import { signWebhook } from "../support/razorpay.ts";
import type { TestShop } from "../support/test-shop.ts";

type Placed = Awaited<ReturnType<typeof orderToPay>>;

async function expectUntouched(shop: TestShop, { order, product }: Placed) {
  const found = await readOrder(shop, shop.ownerToken, order._id);
  expect(found).toMatchObject({ status: "pending", paymentNotes: [] });
  expect(found).not.toHaveProperty("paymentId");
  expect(found.history).toHaveLength(1);
  expect(await stockOf(shop, product._id)).toBe(4);
  expect(await mailsAbout(shop, order)).toEqual({ confirmations: [], notices: [], toCheck: [] });
}

/** A payment that settled nothing is recorded for the owner, with one mail. */
async function expectRecorded(shop: TestShop, { order }: Placed, paymentId: string, note: RegExp) {
  const { paymentNotes } = await readOrder(shop, shop.ownerToken, order._id);
  expect(paymentNotes).toMatchObject([{ paymentId, note: expect.stringMatching(note), at: expect.any(String) }]);
  const { toCheck } = await mailsAbout(shop, order);
  expect(toCheck).toHaveLength(1);
  expect(toCheck[0]!.text).toMatch(note);
  expect(toCheck[0]!.text).toContain(paymentId);
}

describe("forged and unreadable input", () => {
  test("returns 401 for a webhook with a wrong or missing signature, and changes nothing", async ({
    shop,
    razorpay,
  }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    const body = webhookOf(paid);
    const good = signWebhook(body);
    const forged = [
      "",
      "garbage",
      good.slice(1),
      `${good}0`,
      good.replace(/^./, (first) => (first === "0" ? "1" : "0")),
      signWebhook(`${body} `),
      createHmac("sha256", "another secret").update(body).digest("hex"),
      createHmac("sha256", razorpay.settings.RAZORPAY_KEY_SECRET).update(body).digest("hex"),
    ];
    for (const signature of forged) {
      const reply = await sendWebhook(shop, body, { signature });
      expect([reply.statusCode, problemOf(reply).code]).toEqual([401, "bad_signature"]);
    }
    const unsigned = await shop.call("POST", "/api/payments/razorpay/webhook", { json: JSON.parse(body) });
    expect(unsigned.statusCode).toBe(401);
    const empty = await shop.call("POST", "/api/payments/razorpay/webhook");
    expect(empty.statusCode).toBe(401);
    await shop.services.jobs.runDue(["payment"]);
    await expectUntouched(shop, placed);
  });

  test("returns 401 when the body was changed after signing", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const body = webhookOf(await razorpay.pay(placed.payment.orderId, { status: "failed" }));
    const changed = body.replace('"failed"', '"captured"');
    expect((await sendWebhook(shop, changed, { signature: signWebhook(body) })).statusCode).toBe(401);
    await expectUntouched(shop, placed);
  });

  test("returns 402 for a browser's proof that is forged or belongs to another order", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const other = await orderToPay(shop);
    const otherPaid = await razorpay.pay(other.payment.orderId);
    const { paymentId, signature } = razorpay.proofOf(otherPaid);
    const sign = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");
    const secret = razorpay.settings.RAZORPAY_KEY_SECRET;
    const forged = [
      { paymentId, signature },
      { paymentId, signature: signature.toUpperCase().slice(2) },
      { paymentId: "pay_made_up", signature },
      { paymentId, signature: "" },
      { signature },
      { paymentId, signature: sign("another secret", `${placed.payment.orderId}|${paymentId}`) },
      { paymentId, signature: sign(secret, `${placed.order._id}|${paymentId}`) },
      { paymentId, signature: sign(secret, `${paymentId}|${placed.payment.orderId}`) },
      {
        paymentId,
        signature: sign(razorpay.settings.RAZORPAY_WEBHOOK_SECRET, `${placed.payment.orderId}|${paymentId}`),
      },
      { paymentId },
      {},
    ];
    for (const proof of forged) {
      const reply = await setStatus(shop, placed.buyer.token, placed.order._id, { status: "paid", ...proof });
      expect([reply.statusCode, problemOf(reply).code]).toEqual([402, "payment_not_confirmed"]);
    }
    const unbegun = await placeOrder(shop, placed.buyer, wants(placed.product._id, 900, 2));
    const early = await setStatus(shop, placed.buyer.token, unbegun._id, { status: "paid", paymentId, signature });
    expect(early.statusCode).toBe(402);
    expect((await readOrder(shop, placed.buyer.token, placed.order._id)).status).toBe("pending");
  });

  test("accepts and ignores events that are unreadable or about unknown orders", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    const strange = [
      "",
      "no json",
      "[]",
      "null",
      '{"payload":{}}',
      "\0\u0001",
      webhookOf({ ...paid, order_id: "order_of_another_shop" }),
      webhookOf({ ...paid, order_id: null }),
      webhookOf({ ...paid, amount: "90000" }),
      webhookOf({ ...paid, amount: 900.5 }),
      webhookOf({ ...paid, status: "paid" }),
      webhookOf({ ...paid, id: "'; drop table orders; --" }),
      webhookOf({ ...paid, id: "x".repeat(5000) }),
    ];
    for (const body of strange) expect((await sendWebhook(shop, body)).statusCode, body).toBe(200);
    await shop.services.jobs.runDue(["payment"]);
    await expectUntouched(shop, placed);
  });
});

describe("a payment that cannot settle its order", () => {
  test("is recorded when the amount or currency differs", async ({ shop, razorpay }) => {
    const wrong = [{ amount: 89_999 }, { amount: 90_001 }, { amount: 1 }, { amount: 900 }, { currency: "USD" }];
    for (const fields of wrong) {
      const placed = await orderToPay(shop);
      const paid = await razorpay.pay(placed.payment.orderId, fields);
      await Promise.all([tellOf(shop, paid), tellOf(shop, paid)]);
      const reply = await setStatus(shop, placed.buyer.token, placed.order._id, { status: "paid" });
      expect(reply.statusCode).toBe(402);
      expect((await readOrder(shop, placed.buyer.token, placed.order._id)).status).toBe("pending");
      await expectRecorded(shop, placed, paid.id, /not the order's total/);
      expect((await mailsAbout(shop, placed.order)).confirmations).toEqual([]);
    }
  });

  test("is recorded for a cancelled order, and the stock stays available", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    await setStatus(shop, shop.ownerToken, placed.order._id, { status: "cancelled" });
    const paid = await razorpay.pay(placed.payment.orderId);
    const proof = razorpay.proofOf(paid);
    const reply = await setStatus(shop, placed.buyer.token, placed.order._id, { status: "paid", ...proof });
    expect(reply.statusCode).toBe(402);
    await tellOf(shop, paid);
    expect((await readOrder(shop, placed.buyer.token, placed.order._id)).status).toBe("cancelled");
    expect(await stockOf(shop, placed.product._id)).toBe(5);
    await expectRecorded(shop, placed, paid.id, /cancelled before the money came/);
  });

  test("is recorded for a deleted order, with a mail to the owner", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const { order, buyer } = placed;
    await shop.call("DELETE", `/api/orders/${order._id}`, { token: shop.ownerToken });
    const paid = await razorpay.pay(placed.payment.orderId);
    await tellOf(shop, paid);
    const reply = await setStatus(shop, buyer.token, order._id, { status: "paid", ...razorpay.proofOf(paid) });
    expect(reply.statusCode).toBe(404);
    const { toCheck, confirmations } = await mailsAbout(shop, order);
    expect([toCheck.length, confirmations.length]).toEqual([1, 0]);
    expect(toCheck[0]!.text).toMatch(/deleted before the money came/);
  });

  test("is recorded as a second payment, and the first stays with the order", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const [first, second] = [await razorpay.pay(placed.payment.orderId), await razorpay.pay(placed.payment.orderId)];
    await tellOf(shop, first);
    await Promise.all([tellOf(shop, second), tellOf(shop, second), tellOf(shop, first)]);
    const order = await readOrder(shop, placed.buyer.token, placed.order._id);
    expect(order).toMatchObject({ status: "paid", paymentId: first.id });
    expect(order).not.toHaveProperty("paymentNotes");
    await expectRecorded(shop, placed, second.id, /paid already by another payment/);
    expect((await mailsAbout(shop, placed.order)).confirmations).toHaveLength(1);
  });
});

test("a payment can be begun for pending orders only, and by the buyer only", async ({ shop, razorpay }) => {
  const { order, buyer, payment, product } = await orderToPay(shop);
  const begin = (token: string | undefined, orderId: unknown) =>
    shop.call("POST", "/api/payments/razorpay", { token, json: { orderId } });
  const { buyer: stranger } = await orderToPay(shop);
  expect((await begin(undefined, order._id)).statusCode).toBe(401);
  expect((await begin(stranger.token, order._id)).statusCode).toBe(404);
  for (const id of ["", "x", "'", `${product._id}`]) expect((await begin(buyer.token, id)).statusCode).toBe(404);
  for (const id of [undefined, 7, null, {}]) expect((await begin(buyer.token, id)).statusCode).toBe(400);
  expect(payment).toEqual({ key: razorpay.settings.RAZORPAY_KEY_ID, amount: 90_000, orderId: expect.any(String) });
  expect(await beginPayment(shop, buyer, order._id)).toEqual(payment);

  await tellOf(shop, await razorpay.pay(payment.orderId));
  expect(problemOf(await begin(buyer.token, order._id)).code).toBe("order_not_payable");
  const free = await makeProduct(shop, { price: "900", stock: "1" });
  const cancelled = await placeOrder(shop, buyer, wants(free._id, 900));
  await setStatus(shop, shop.ownerToken, cancelled._id, { status: "cancelled" });
  expect(problemOf(await begin(buyer.token, cancelled._id)).code).toBe("order_not_payable");
});
