import { createHmac } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { GatewayError, type GatewayErrorKind } from "../../src/server/payments/gateway.ts";
import { createRazorpayClient } from "../../src/server/payments/razorpay/client.ts";
import { type Answer, json, startFakeServer } from "../support/fake-server.ts";
import { freePort } from "../support/free-port.ts";

const keys = { keyId: "rzp_test_abcdefghijklmn", keySecret: "the-key-secret", webhookSecret: "the-hook-secret" };
const order = {
  id: "order_DaaS6LOUAASb7Y",
  entity: "order",
  amount: 90_000,
  amount_paid: 0,
  amount_due: 90_000,
  currency: "INR",
  receipt: "receipt-1",
  offer_id: null,
  status: "created",
  attempts: 0,
  notes: [],
  created_at: 1_776_000_000,
};
const payment = {
  id: "pay_MT48CvBhIC98MQ",
  entity: "payment",
  amount: 90_000,
  currency: "INR",
  status: "captured",
  order_id: order.id,
  captured: true,
};
const problem = (description: string) => ({ error: { code: "BAD_REQUEST_ERROR", description, source: "business" } });
const text =
  (body: string, status = 200): Answer =>
  (reply) =>
    reply.writeHead(status, { "content-type": "text/html" }).end(body);
const silence: Answer = () => {};

async function provider(answers: Answer[], { timeoutMs = 2_000 } = {}) {
  const server = await startFakeServer(...answers);
  onTestFinished(server.stop);
  const gateway = createRazorpayClient({ ...keys, apiUrl: () => `${server.url}/v1`, timeoutMs, pauseMs: 1 });
  return { server, gateway };
}

async function failure(asking: Promise<unknown>) {
  const error = await asking.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(GatewayError);
  return error as GatewayError;
}

const wanted = { amountPaise: 90_000, receipt: "receipt-1", notes: { shopOrder: "1" } };

test("an order is made with the amount in paise, its receipt and automatic capture", async () => {
  const { server, gateway } = await provider([json(order)]);
  expect(await gateway.createOrder(wanted)).toEqual({
    id: order.id,
    amountPaise: 90_000,
    amountPaidPaise: 0,
    currency: "INR",
    status: "created",
    receipt: "receipt-1",
  });
  const [request] = server.seen;
  expect(request).toMatchObject({ method: "POST", url: "/v1/orders" });
  expect(request!.headers.authorization).toBe(`Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`);
  expect(JSON.parse(request!.body)).toEqual({
    amount: 90_000,
    currency: "INR",
    receipt: "receipt-1",
    notes: { shopOrder: "1" },
    payment: { capture: "automatic" },
  });
});

test("orders and payments are read in the shop's own words", async () => {
  const failed = { ...payment, id: "pay_2", status: "failed" };
  const { server, gateway } = await provider([
    json({ ...order, receipt: null, status: "paid", amount_paid: 90_000 }),
    json({ entity: "collection", count: 2, items: [failed, payment] }),
    json({ ...payment, order_id: null }),
  ]);
  expect(await gateway.findOrder(order.id)).toMatchObject({ status: "paid", amountPaidPaise: 90_000, receipt: null });
  expect((await gateway.paymentsOf(order.id)).map(({ status }) => status)).toEqual(["failed", "captured"]);
  expect(await gateway.findPayment(payment.id)).toEqual({
    id: payment.id,
    orderId: null,
    amountPaise: 90_000,
    currency: "INR",
    status: "captured",
  });
  expect(server.seen.map(({ url }) => url)).toEqual([
    `/v1/orders/${order.id}`,
    `/v1/orders/${order.id}/payments`,
    `/v1/payments/${payment.id}`,
  ]);
});

test("an order is found by its receipt alone, the paid one first", async () => {
  const items = [{ ...order, receipt: "receipt-10" }, order, { ...order, id: "order_paid", status: "paid" }];
  const { server, gateway } = await provider([json({ items }), json({ items: items.slice(0, 1) })]);
  expect(await gateway.findOrderByReceipt("receipt-1")).toMatchObject({ id: "order_paid" });
  expect(await gateway.findOrderByReceipt("receipt-1")).toBeUndefined();
  expect(server.seen[0]!.url).toBe("/v1/orders?receipt=receipt-1&count=100");
});

test("what the provider does not know is told apart from a failure", async () => {
  const unknown = problem("The id provided does not exist");
  const { gateway } = await provider([json(unknown, 400), json(unknown, 404), json(unknown, 400)]);
  expect(await gateway.findOrder(order.id)).toBeUndefined();
  expect(await gateway.findPayment(payment.id)).toBeUndefined();
  expect(await failure(gateway.paymentsOf(order.id))).toMatchObject({ kind: "not_found" });
});

test("what is no id never becomes part of an address", async () => {
  const { server, gateway } = await provider([json(payment)]);
  for (const id of [
    "",
    "pay_",
    "..",
    "pay_1/../../orders",
    "pay_1?x=1",
    "pay_1%2f",
    "order_1",
    `pay_${"x".repeat(41)}`,
  ]) {
    expect(await gateway.findPayment(id)).toBeUndefined();
    expect(await failure(gateway.capture(id, 100))).toMatchObject({ kind: "not_found" });
  }
  expect(await gateway.findOrder("../payments")).toBeUndefined();
  expect(server.seen).toEqual([]);
});

describe("a question is asked again where that may help", () => {
  test.each<[string, Answer]>([
    ["a 500", text("<h1>Oops</h1>", 500)],
    ["a 503", json(problem("later"), 503)],
    ["a 429", json(problem("slow down"), 429)],
    ["a broken connection", (reply) => reply.destroy()],
    [
      "a body that ends too early",
      (reply) => reply.writeHead(200, { "content-length": "900" }).write("{", () => reply.destroy()),
    ],
  ])("after %s", async (_what, hiccup) => {
    const { server, gateway } = await provider([hiccup, hiccup, json(order)]);
    expect(await gateway.findOrder(order.id)).toMatchObject({ id: order.id });
    expect(server.seen).toHaveLength(3);
  });

  test("twice, not more", async () => {
    const { server, gateway } = await provider([json({}, 500)]);
    expect(await failure(gateway.findOrder(order.id))).toMatchObject({ kind: "unavailable", status: 500 });
    expect(server.seen).toHaveLength(3);
  });

  test("not before the provider wants it, and not at all where that is too late", async () => {
    const { server, gateway } = await provider([json({}, 429, { "retry-after": "1" }), json(order)], {
      timeoutMs: 8_000,
    });
    const start = performance.now();
    expect(await gateway.findOrder(order.id)).toMatchObject({ id: order.id });
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_000);
    server.answerWith(json({}, 429, { "retry-after": "60" }));
    expect(await failure(gateway.findOrder(order.id))).toMatchObject({ kind: "unavailable", status: 429 });
    expect(server.seen).toHaveLength(3);
  });
});

describe("nothing that may have been done is done again by itself", () => {
  test.each<[string, Answer, GatewayErrorKind]>([
    ["a 500", json({}, 500), "unavailable"],
    ["a 429", json({}, 429), "unavailable"],
    ["a broken connection", (reply) => reply.destroy(), "unavailable"],
    ["silence", silence, "unavailable"],
    ["an unreadable answer", text("<h1>Hello</h1>"), "unreadable"],
  ])("after %s", async (_what, answer, kind) => {
    const { server, gateway } = await provider([answer], { timeoutMs: answer === silence ? 300 : 10_000 });
    expect(await failure(gateway.createOrder(wanted))).toMatchObject({ kind });
    expect(server.seen).toHaveLength(1);
  });
});

test("a provider that is silent, or drips its answer, is given up in time", async () => {
  const { server, gateway } = await provider([silence], { timeoutMs: 200 });
  expect(await failure(gateway.findOrder(order.id))).toMatchObject({
    kind: "unavailable",
    message: "The payment provider took too long to answer.",
  });
  server.answerWith((reply) => {
    const dripping = setInterval(() => reply.write(" "), 20);
    reply.writeHead(200).on("close", () => clearInterval(dripping));
  });
  expect(await failure(gateway.findOrder(order.id))).toMatchObject({ kind: "unavailable" });
});

test("a provider that is not there, or has no address yet, is unavailable", async () => {
  const port = await freePort();
  const gone = createRazorpayClient({ ...keys, apiUrl: () => `http://127.0.0.1:${port}/v1`, pauseMs: 1 });
  const error = await failure(gone.findOrder(order.id));
  expect(error).toMatchObject({
    kind: "unavailable",
    message: "The payment provider could not be reached (ECONNREFUSED).",
  });
  const early = createRazorpayClient({ ...keys, apiUrl: () => undefined, pauseMs: 1 });
  expect(await failure(early.createOrder(wanted))).toMatchObject({ kind: "unavailable" });
});

describe("an answer that cannot be understood is not guessed at", () => {
  test.each<[string, Answer]>([
    ["HTML", text("<html>Welcome</html>")],
    ["nothing", text("")],
    ["truncated JSON", text(JSON.stringify(order).slice(0, 80))],
    ["a list", json([order])],
    ["no amount", json({ ...order, amount: undefined })],
    ["an amount in words", json({ ...order, amount: "90000" })],
    ["half a paisa", json({ ...order, amount: 90_000.5 })],
    ["an unknown state", json({ ...order, status: "almost" })],
    ["another order", json({ ...order, id: "order_another" })],
    ["HTML with a 404", text("<h1>Not here</h1>", 404)],
    ["a redirect", (reply) => reply.writeHead(302, { location: "/v1/elsewhere" }).end()],
    ["two megabytes", text(JSON.stringify({ ...order, notes: "x".repeat(2 * 1024 * 1024) }))],
  ])("%s", async (_what, answer) => {
    const { server, gateway } = await provider([answer]);
    expect(await failure(gateway.findOrder(order.id))).toMatchObject({ kind: "unreadable" });
    expect(server.seen).toHaveLength(1);
  });

  test("an order for another amount or in another currency", async () => {
    const { gateway } = await provider([json({ ...order, amount: 90 }), json({ ...order, currency: "USD" })]);
    expect(await failure(gateway.createOrder(wanted))).toMatchObject({ kind: "unreadable" });
    expect(await failure(gateway.createOrder(wanted))).toMatchObject({ kind: "unreadable" });
  });
});

test("a refusal carries the provider's own words and never the keys", async () => {
  const { server, gateway } = await provider([
    json(problem("Authentication failed"), 401),
    json(problem("The amount must be at least INR 1.00"), 400),
  ]);
  const error = await failure(gateway.findOrder(order.id));
  expect(error).toMatchObject({ kind: "refused", status: 401, message: "Authentication failed" });
  expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain(keys.keySecret);
  expect(await failure(gateway.createOrder(wanted))).toMatchObject({ message: "The amount must be at least INR 1.00" });
  expect(server.seen).toHaveLength(2);
});

test("an authorized payment is captured; one that was captured meanwhile is answered as it is", async () => {
  const authorized = { ...payment, status: "authorized" };
  const refusal = json(problem("This payment has already been captured"), 400);
  const { server, gateway } = await provider([json(payment), refusal, json(payment), refusal, json(authorized)]);
  expect(await gateway.capture(payment.id, 90_000)).toMatchObject({ status: "captured" });
  expect(server.seen[0]).toMatchObject({ method: "POST", url: `/v1/payments/${payment.id}/capture` });
  expect(JSON.parse(server.seen[0]!.body)).toEqual({ amount: 90_000, currency: "INR" });
  expect(await gateway.capture(payment.id, 90_000)).toMatchObject({ status: "captured" });
  expect(await failure(gateway.capture(payment.id, 90_000))).toMatchObject({ kind: "refused" });
});

describe("signatures", () => {
  const gateway = createRazorpayClient({ ...keys, apiUrl: () => undefined });
  const sign = (secret: string, content: string) => createHmac("sha256", secret).update(content).digest("hex");
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

  test("a payment is vouched for by the key's secret, for that order and that payment", () => {
    expect(gateway.isPaymentSigned(order.id, payment.id, good)).toBe(true);
    expect(gateway.isPaymentSigned("order_another", payment.id, good)).toBe(false);
    expect(gateway.isPaymentSigned(order.id, "pay_another", good)).toBe(false);
    const wrongSecret = sign(keys.webhookSecret, `${order.id}|${payment.id}`);
    for (const forged of [...forgeries, wrongSecret])
      expect(gateway.isPaymentSigned(order.id, payment.id, forged)).toBe(false);
  });

  test("a webhook is vouched for by its own secret, byte for byte", () => {
    expect(gateway.isWebhookSigned(body, hook)).toBe(true);
    expect(gateway.isWebhookSigned(Buffer.concat([body, Buffer.from(" ")]), hook)).toBe(false);
    for (const forged of [...forgeries, sign(keys.keySecret, body.toString()), undefined])
      expect(gateway.isWebhookSigned(body, forged)).toBe(false);
  });
});
