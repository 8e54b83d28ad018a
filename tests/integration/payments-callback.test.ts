import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { readOrder } from "../support/orders.ts";
import { mailsAbout, orderToPay, test } from "../support/paying-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

/** The form with which the provider sends the whole page back, from the browser within another app. */
const comeBack = (shop: Pick<TestShop, "app">, orderId: string, fields: Record<string, string>) =>
  shop.app.inject({
    method: "POST",
    url: `/api/payments/razorpay/callback?orderId=${orderId}`,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://api.razorpay.com" },
    payload: new URLSearchParams(fields).toString(),
  });

const fieldsOf = ({ paymentId, signature }: { paymentId: string; signature: string }, providerOrderId: string) => ({
  razorpay_payment_id: paymentId,
  razorpay_order_id: providerOrderId,
  razorpay_signature: signature,
});

test("a receipt settles the order without a login, and leads on to it, however often it comes", async ({
  shop,
  razorpay,
}) => {
  const { order, payment, buyer } = await orderToPay(shop);
  const fields = fieldsOf(razorpay.proofOf(razorpay.pay(payment.orderId)), payment.orderId);
  for (const _time of [1, 2]) {
    const reply = await comeBack(shop, order._id, fields);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/success?orderId=${order._id}&back=1`]);
  }
  const { status, paymentId } = await readOrder(shop, buyer.token, order._id);
  expect([status, paymentId]).toEqual(["paid", fields.razorpay_payment_id]);
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length]).toEqual([1, 1]);
});

test("a failed payment leads to the order too, which still waits", async ({ shop }) => {
  const { order, buyer } = await orderToPay(shop);
  const reply = await comeBack(shop, order._id, {
    "error[code]": "BAD_REQUEST_ERROR",
    "error[description]": "Your payment was declined by the bank.",
  });
  expect(reply.statusCode).toBe(303);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
});

test("a forged receipt, or one of another order, pays nothing", async ({ shop, razorpay }) => {
  const [mine, other] = [await orderToPay(shop), await orderToPay(shop)];
  const paid = razorpay.proofOf(razorpay.pay(other.payment.orderId));
  const forged = { ...razorpay.proofOf(razorpay.pay(mine.payment.orderId)), signature: "0".repeat(64) };
  for (const proof of [paid, forged]) {
    const asked = razorpay.seen.length;
    const reply = await comeBack(shop, mine.order._id, fieldsOf(proof, mine.payment.orderId));
    expect(reply.statusCode).toBe(303);
    expect(razorpay.seen).toHaveLength(asked);
    expect((await readOrder(shop, mine.buyer.token, mine.order._id)).status).toBe("pending");
  }
});

test("what names no order is told so or leads to a page that says it; what is no form is refused", async ({ shop }) => {
  expect((await comeBack(shop, randomUUID(), {})).statusCode).toBe(303);
  expect((await comeBack(shop, "//elsewhere.example", {})).statusCode).toBe(400);
  const json = await shop.app.inject({
    method: "POST",
    url: `/api/payments/razorpay/callback?orderId=${randomUUID()}`,
    payload: { razorpay_payment_id: "pay_1" },
  });
  expect(json.statusCode).toBe(415);
});

test("a provider that does not answer just then does not keep the buyer from the order", async ({ shop, razorpay }) => {
  const { order, payment, buyer } = await orderToPay(shop);
  const fields = fieldsOf(razorpay.proofOf(razorpay.pay(payment.orderId)), payment.orderId);
  const fail: Parameters<typeof razorpay.misbehave>[0] = (reply) => void reply.writeHead(500).end();
  razorpay.misbehave(fail, fail, fail);
  expect((await comeBack(shop, order._id, fields)).statusCode).toBe(303);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
  expect((await comeBack(shop, order._id, fields)).statusCode).toBe(303);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("paid");
});
