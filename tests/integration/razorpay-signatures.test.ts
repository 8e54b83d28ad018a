import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { callbackForm } from "../../src/server/payments/callback-form.ts";
import { createRazorpay } from "../../src/server/payments/provider/razorpay/client.ts";

const keys = { keyId: "rzp_test_abcdefghijklmn", keySecret: "the-key-secret", webhookSecret: "the-hook-secret" };
const provider = createRazorpay({ ...keys, selfUrl: () => undefined });
const order = { id: "order_DaaS6LOUAASb7Y" };
const payment = {
  id: "pay_MT48CvBhIC98MQ",
  entity: "payment",
  amount: 90_000,
  currency: "INR",
  status: "captured",
  order_id: order.id,
};
const sign = (secret: string, content: string) => createHmac("sha256", secret).update(content).digest("hex");

describe("signatures", () => {
  const good = sign(keys.keySecret, `${order.id}|${payment.id}`);
  const body = Buffer.from('{"event":"payment.captured","name":"सीता"}');
  const hook = sign(keys.webhookSecret, body.toString());
  const forgeries = [
    "",
    " ",
    good.slice(1),
    `${good}0`,
    `${good.slice(1)}g`,
    "0".repeat(64),
    "é".repeat(64),
    "undefined",
  ];

  test("accepts a payment signed with the key secret, for this order and payment only", () => {
    expect(provider.isPaymentSigned(order.id, payment.id, good)).toBe(true);
    expect(provider.isPaymentSigned("order_another", payment.id, good)).toBe(false);
    expect(provider.isPaymentSigned(order.id, "pay_another", good)).toBe(false);
    const wrongSecret = sign(keys.webhookSecret, `${order.id}|${payment.id}`);
    for (const forged of [...forgeries, wrongSecret])
      expect(provider.isPaymentSigned(order.id, payment.id, forged)).toBe(false);
  });

  test("accepts a webhook signed with the webhook secret, byte for byte", () => {
    const read = (sent: Buffer, signature: string | undefined) =>
      provider.readWebhook({ body: sent, headers: { "x-razorpay-signature": signature } });
    expect(read(body, hook)).toBeDefined();
    expect(read(Buffer.concat([body, Buffer.from(" ")]), hook)).toBeUndefined();
    for (const forged of [...forgeries, sign(keys.keySecret, body.toString()), undefined])
      expect(read(body, forged)).toBeUndefined();
  });
});

test("reads a webhook's event id and payment, and takes the body's hash where there is no event id", () => {
  const read = (content: unknown, eventId?: string) => {
    const body = Buffer.from(JSON.stringify(content));
    const signature = sign(keys.webhookSecret, body.toString());
    return provider.readWebhook({
      body,
      headers: { "x-razorpay-signature": signature, "x-razorpay-event-id": eventId },
    });
  };
  const captured = { event: "payment.captured", payload: { payment: { entity: payment } } };
  expect(read(captured, "event-1")).toEqual({
    id: "event-1",
    kind: "payment.captured",
    payment: { id: payment.id, orderId: order.id, amountPaise: 90_000, currency: "INR", status: "captured" },
  });
  expect(read(captured)!.id).toMatch(/^[0-9a-f]{64}$/);
  expect(read(captured)).toEqual(read(captured));
  expect(read({ event: "refund.processed", payload: {} }, "event-2")).toEqual({
    id: "event-2",
    kind: "refund.processed",
    payment: undefined,
  });
});

test("reads the callback form, and an error's form as no proof", () => {
  const form = { razorpay_payment_id: payment.id, razorpay_order_id: order.id, razorpay_signature: "abc" };
  expect(callbackForm.parse(form)).toEqual({ paymentId: payment.id, signature: "abc" });
  expect(callbackForm.parse({ "error[code]": "BAD_REQUEST_ERROR" })).toEqual({});
});
