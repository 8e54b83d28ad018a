import https from "node:https";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ProviderError, type ProviderErrorKind } from "../../src/server/payments/provider/provider.ts";
import { createRazorpay, createSandboxRazorpay } from "../../src/server/payments/provider/razorpay/client.ts";
import { type Answer, json, startFakeServer } from "../support/fake-server.ts";
import { freePort } from "../support/free-port.ts";

const keys = { keyId: "rzp_test_abcdefghijklmn", keySecret: "the-key-secret", webhookSecret: "the-hook-secret" };
const selfUrl = () => undefined;
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

async function connect(answers: Answer[], { timeoutMs = 2_000 } = {}) {
  const server = await startFakeServer(...answers);
  onTestFinished(server.stop);
  const settings = { ...keys, apiUrl: `${server.url}/v1`, timeoutMs, pauseMs: 1, selfUrl };
  const provider = createRazorpay(settings);
  return { server, provider };
}

async function failure(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

const newOrder = { amountPaise: 90_000, receipt: "receipt-1", notes: { shopOrder: "1" } };

test("creates an order with the amount in paise, its receipt and automatic capture", async () => {
  const { server, provider } = await connect([json(order)]);
  expect(await provider.createOrder(newOrder)).toEqual({
    id: order.id,
    amountPaise: 90_000,
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

test("maps orders and payments to the provider's types", async () => {
  const failed = { ...payment, id: "pay_2", status: "failed" };
  const { server, provider } = await connect([
    json({ items: [{ ...order, status: "paid" }] }),
    json({ entity: "collection", count: 2, items: [failed, payment] }),
    json({ ...payment, order_id: null }),
  ]);
  expect(await provider.findOrderByReceipt("receipt-1")).toMatchObject({ id: order.id, status: "paid" });
  expect((await provider.paymentsOf(order.id)).map(({ status }) => status)).toEqual(["failed", "captured"]);
  expect(await provider.findPayment(payment.id)).toEqual({
    id: payment.id,
    orderId: null,
    amountPaise: 90_000,
    currency: "INR",
    status: "captured",
  });
  expect(server.seen.map(({ url }) => url)).toEqual([
    "/v1/orders?receipt=receipt-1&count=100",
    `/v1/orders/${order.id}/payments`,
    `/v1/payments/${payment.id}`,
  ]);
});

test("finds an order by its exact receipt, a paid one first", async () => {
  const items = [{ ...order, receipt: "receipt-10" }, order, { ...order, id: "order_paid", status: "paid" }];
  const { server, provider } = await connect([json({ items }), json({ items: items.slice(0, 1) })]);
  expect(await provider.findOrderByReceipt("receipt-1")).toMatchObject({ id: "order_paid" });
  expect(await provider.findOrderByReceipt("receipt-1")).toBeUndefined();
  expect(server.seen[0]!.url).toBe("/v1/orders?receipt=receipt-1&count=100");
});

test("reports an unknown id as not found, not as a failure", async () => {
  const unknown = problem("The id provided does not exist");
  const { provider } = await connect([json(unknown, 400), json(unknown, 404), json(unknown, 400)]);
  expect(await provider.findPayment(payment.id)).toBeUndefined();
  expect(await provider.findPayment(payment.id)).toBeUndefined();
  expect(await failure(provider.paymentsOf(order.id))).toMatchObject({ kind: "not_found" });
});

test("never puts a malformed id into a URL", async () => {
  const { server, provider } = await connect([json(payment)]);
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
    expect(await provider.findPayment(id)).toBeUndefined();
    expect(await failure(provider.capture(id, 100))).toMatchObject({ kind: "not_found" });
  }
  expect(await failure(provider.paymentsOf("../payments"))).toMatchObject({ kind: "not_found" });
  expect(server.seen).toEqual([]);
});

describe("retries a GET", () => {
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
    const { server, provider } = await connect([hiccup, hiccup, json(payment)]);
    expect(await provider.findPayment(payment.id)).toMatchObject({ id: payment.id });
    expect(server.seen).toHaveLength(3);
  });

  test("at most twice", async () => {
    const { server, provider } = await connect([json({}, 500)]);
    expect(await failure(provider.findPayment(payment.id))).toMatchObject({ kind: "unavailable", status: 500 });
    expect(server.seen).toHaveLength(3);
  });

  test("after the time in Retry-After, and not at all when that is past the timeout", async () => {
    const { server, provider } = await connect([json({}, 429, { "retry-after": "1" }), json(payment)], {
      timeoutMs: 8_000,
    });
    const start = performance.now();
    expect(await provider.findPayment(payment.id)).toMatchObject({ id: payment.id });
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_000);
    server.answerWith(json({}, 429, { "retry-after": "60" }));
    expect(await failure(provider.findPayment(payment.id))).toMatchObject({ kind: "unavailable", status: 429 });
    expect(server.seen).toHaveLength(3);
  });
});

describe("never retries a POST", () => {
  test.each<[string, Answer, ProviderErrorKind]>([
    ["a 500", json({}, 500), "unavailable"],
    ["a 429", json({}, 429), "unavailable"],
    ["a broken connection", (reply) => reply.destroy(), "unavailable"],
    ["silence", silence, "unavailable"],
    ["an unreadable answer", text("<h1>Hello</h1>"), "unreadable"],
  ])("after %s", async (_what, answer, kind) => {
    const { server, provider } = await connect([answer], { timeoutMs: answer === silence ? 300 : 10_000 });
    expect(await failure(provider.createOrder(newOrder))).toMatchObject({ kind });
    expect(server.seen).toHaveLength(1);
  });
});

test("times out when the provider is silent or sends its response too slowly", async () => {
  const { server, provider } = await connect([silence], { timeoutMs: 200 });
  expect(await failure(provider.findPayment(payment.id))).toMatchObject({
    kind: "unavailable",
    message: "The payment provider took too long to answer.",
  });
  server.answerWith((reply) => {
    const dripping = setInterval(() => reply.write(" "), 20);
    reply.writeHead(200).on("close", () => clearInterval(dripping));
  });
  expect(await failure(provider.findPayment(payment.id))).toMatchObject({ kind: "unavailable" });
});

test("reports unavailable when the provider cannot be reached or has no URL yet", async () => {
  const port = await freePort();
  const gone = createRazorpay({ ...keys, apiUrl: `http://127.0.0.1:${port}/v1`, pauseMs: 1, selfUrl });
  const error = await failure(gone.findPayment(payment.id));
  expect(error).toMatchObject({
    kind: "unavailable",
    message: "The payment provider could not be reached (ECONNREFUSED).",
  });
  const early = createSandboxRazorpay({ ...keys, pauseMs: 1, selfUrl });
  expect(await failure(early.createOrder(newOrder))).toMatchObject({ kind: "unavailable" });
});

describe("reports unreadable for", () => {
  test.each<[string, Answer]>([
    ["HTML", text("<html>Welcome</html>")],
    ["nothing", text("")],
    ["truncated JSON", text(JSON.stringify(payment).slice(0, 80))],
    ["a list", json([payment])],
    ["no amount", json({ ...payment, amount: undefined })],
    ["an amount in words", json({ ...payment, amount: "90000" })],
    ["half a paisa", json({ ...payment, amount: 90_000.5 })],
    ["an unknown state", json({ ...payment, status: "almost" })],
    ["another payment", json({ ...payment, id: "pay_another" })],
    ["HTML with a 404", text("<h1>Not here</h1>", 404)],
    ["a redirect", (reply) => reply.writeHead(302, { location: "/v1/elsewhere" }).end()],
    ["two megabytes", text(JSON.stringify({ ...payment, notes: "x".repeat(2 * 1024 * 1024) }))],
  ])("%s", async (_what, answer) => {
    const { server, provider } = await connect([answer]);
    expect(await failure(provider.findPayment(payment.id))).toMatchObject({ kind: "unreadable" });
    expect(server.seen).toHaveLength(1);
  });

  test("an order for another amount or in another currency", async () => {
    const { provider } = await connect([json({ ...order, amount: 90 }), json({ ...order, currency: "USD" })]);
    expect(await failure(provider.createOrder(newOrder))).toMatchObject({ kind: "unreadable" });
    expect(await failure(provider.createOrder(newOrder))).toMatchObject({ kind: "unreadable" });
  });
});

test("a refusal carries the provider's message and never the keys", async () => {
  const { server, provider } = await connect([
    json(problem("Authentication failed"), 401),
    json(problem("The amount must be at least INR 1.00"), 400),
  ]);
  const error = await failure(provider.findPayment(payment.id));
  expect(error).toMatchObject({ kind: "refused", status: 401, message: "Authentication failed" });
  expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain(keys.keySecret);
  expect(await failure(provider.createOrder(newOrder))).toMatchObject({
    message: "The amount must be at least INR 1.00",
  });
  expect(server.seen).toHaveLength(2);
});

test("captures an authorized payment, and returns one that is captured already", async () => {
  const authorized = { ...payment, status: "authorized" };
  const refusal = json(problem("This payment has already been captured"), 400);
  const { server, provider } = await connect([json(payment), refusal, json(payment), refusal, json(authorized)]);
  expect(await provider.capture(payment.id, 90_000)).toMatchObject({ status: "captured" });
  expect(server.seen[0]).toMatchObject({ method: "POST", url: `/v1/payments/${payment.id}/capture` });
  expect(JSON.parse(server.seen[0]!.body)).toEqual({ amount: 90_000, currency: "INR" });
  expect(await provider.capture(payment.id, 90_000)).toMatchObject({ status: "captured" });
  expect(await failure(provider.capture(payment.id, 90_000))).toMatchObject({ kind: "refused" });
});

test("calls Razorpay's API by default, and the shop itself in the sandbox", async () => {
  const { server } = await connect([json(payment)]);
  const live = createRazorpay({ ...keys, selfUrl });
  const sandbox = createSandboxRazorpay({ ...keys, selfUrl: (path) => server.url + path });
  const request = vi.spyOn(https, "request").mockImplementation(() => {
    throw new Error("not sent");
  });
  onTestFinished(() => request.mockRestore());
  await failure(live.findPayment(payment.id));
  expect(request.mock.calls[0]![0]).toBe(`https://api.razorpay.com/v1/payments/${payment.id}`);
  await sandbox.findPayment(payment.id);
  expect(server.seen[0]!.url).toBe(`/sandbox/razorpay/v1/payments/${payment.id}`);
  expect(live.browser.checkoutScript).toBe("https://checkout.razorpay.com/v1/checkout.js");
  expect(live.browser.contentSecurityPolicy["script-src"]).toContain("https://checkout.razorpay.com");
  expect(sandbox.browser).toEqual({
    checkoutScript: "/sandbox/razorpay/checkout.js",
    contentSecurityPolicy: {},
    paymentOrigins: [],
  });
});
