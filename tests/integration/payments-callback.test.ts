import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { readOrder } from "../support/orders.ts";
import { mailsAbout, orderToPay, test } from "../support/paying-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

/** The form that the provider posts from an in-app browser. */
const postCallback = (shop: Pick<TestShop, "app">, orderId: string, fields: Record<string, string>) =>
  shop.app.inject({
    method: "POST",
    url: `/api/payments/razorpay/callback?orderId=${orderId}`,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://api.razorpay.com" },
    payload: new URLSearchParams(fields).toString(),
  });

const formFields = ({ paymentId, signature }: { paymentId: string; signature: string }, providerOrderId: string) => ({
  razorpay_payment_id: paymentId,
  razorpay_order_id: providerOrderId,
  razorpay_signature: signature,
});

test("settles the order without a login and redirects to it, also when posted twice", async ({ shop, razorpay }) => {
  const { order, payment, buyer } = await orderToPay(shop);
  const fields = formFields(razorpay.proofOf(await razorpay.pay(payment.orderId)), payment.orderId);
  for (const _time of [1, 2]) {
    const reply = await postCallback(shop, order._id, fields);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/success?orderId=${order._id}&back=1`]);
  }
  const { status, paymentId } = await readOrder(shop, buyer.token, order._id);
  expect([status, paymentId]).toEqual(["paid", fields.razorpay_payment_id]);
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length]).toEqual([1, 1]);
});

test("redirects to the pending order after a failed payment", async ({ shop }) => {
  const { order, buyer } = await orderToPay(shop);
  const reply = await postCallback(shop, order._id, {
    "error[code]": "BAD_REQUEST_ERROR",
    "error[description]": "Your payment was declined by the bank.",
  });
  expect(reply.statusCode).toBe(303);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
});

test("ignores a forged signature and the proof of another order, and does not call the provider", async ({
  shop,
  razorpay,
}) => {
  const [mine, other] = [await orderToPay(shop), await orderToPay(shop)];
  const paid = razorpay.proofOf(await razorpay.pay(other.payment.orderId));
  const forged = { ...razorpay.proofOf(await razorpay.pay(mine.payment.orderId)), signature: "0".repeat(64) };
  for (const proof of [paid, forged]) {
    const calls = razorpay.seen.length;
    const reply = await postCallback(shop, mine.order._id, formFields(proof, mine.payment.orderId));
    expect(reply.statusCode).toBe(303);
    expect(razorpay.seen).toHaveLength(calls);
    expect((await readOrder(shop, mine.buyer.token, mine.order._id)).status).toBe("pending");
  }
});

test("redirects for an unknown order, returns 400 for a malformed id and 415 for JSON", async ({ shop }) => {
  expect((await postCallback(shop, randomUUID(), {})).statusCode).toBe(303);
  expect((await postCallback(shop, "//elsewhere.example", {})).statusCode).toBe(400);
  const json = await shop.app.inject({
    method: "POST",
    url: `/api/payments/razorpay/callback?orderId=${randomUUID()}`,
    payload: { razorpay_payment_id: "pay_1" },
  });
  expect(json.statusCode).toBe(415);
});

test("redirects to the order although the provider is down", async ({ shop, razorpay }) => {
  const { order, payment, buyer } = await orderToPay(shop);
  const fields = formFields(razorpay.proofOf(await razorpay.pay(payment.orderId)), payment.orderId);
  const fail: Parameters<typeof razorpay.replyNext>[0] = (reply) => void reply.writeHead(500).end();
  razorpay.replyNext(fail, fail, fail);
  expect((await postCallback(shop, order._id, fields)).statusCode).toBe(303);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
  shop.clock.advance(3_000);
  expect((await postCallback(shop, order._id, fields)).statusCode).toBe(303);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("paid");
});
