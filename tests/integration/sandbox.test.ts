import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { openTestShop, type TestShop, test } from "../support/test-shop.ts";

const PREFIX = "/sandbox/razorpay";
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

/** Calls the sandbox with the keys, like the shop's server. */
async function ask({ call, config }: TestShop, method: string, path: string, json?: unknown) {
  const { keyId, keySecret } = config.provider;
  const reply = await call(method, `${PREFIX}/v1${path}`, {
    json,
    headers: { authorization: basic(keyId, keySecret) },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const newOrder = (shop: TestShop, more: object = {}) =>
  ask(shop, "POST", "/orders", { amount: 90_000, currency: "INR", receipt: "receipt-1", ...more });

async function orderIn(shop: TestShop, more: object = {}) {
  return (await newOrder(shop, more)).body.id as string;
}

async function pay({ call }: TestShop, order_id: unknown, outcome: unknown, more: object = {}) {
  const reply = await call("POST", `${PREFIX}/v1/sandbox/payments`, { json: { order_id, outcome, ...more } });
  return { status: reply.statusCode, body: reply.json() };
}

describe("orders", () => {
  test("are created and read in Razorpay's shape", async ({ shop }) => {
    const { status, body } = await newOrder(shop, { notes: { shopOrder: "7", pieces: 3 } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: "order",
      amount: 90_000,
      amount_paid: 0,
      amount_due: 90_000,
      currency: "INR",
      receipt: "receipt-1",
      offer_id: null,
      status: "created",
      attempts: 0,
      notes: { shopOrder: "7", pieces: "3" },
      created_at: Math.floor(shop.clock.now().getTime() / 1000),
    });
    expect((await ask(shop, "GET", `/orders/${body.id}`)).body).toEqual(body);
    expect((await ask(shop, "GET", `/orders/${body.id}/payments`)).body).toEqual({
      entity: "collection",
      count: 0,
      items: [],
    });
  });

  test("have null for a missing receipt and an array for empty notes", async ({ shop }) => {
    const { body } = await ask(shop, "POST", "/orders", { amount: 100, currency: "INR" });
    expect(body).toMatchObject({ receipt: null, notes: [] });
    expect((await newOrder(shop, { notes: [] })).body.notes).toEqual([]);
  });

  test("are listed by receipt, newest first", async ({ shop }) => {
    const first = await orderIn(shop, { receipt: "receipt-found" });
    shop.clock.advance(1_000);
    const second = await orderIn(shop, { receipt: "receipt-found" });
    await orderIn(shop, { receipt: "receipt-other" });
    const { body } = await ask(shop, "GET", "/orders?receipt=receipt-found");
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  });

  test.for<[string, object, string]>([
    ["less than a rupee", { amount: 99 }, "amount"],
    ["half a paisa", { amount: 100.5 }, "amount"],
    ["an amount in words", { amount: "100" }, "amount"],
    ["no amount", { amount: undefined }, "amount"],
    ["too much", { amount: 1e15 }, "amount"],
    ["foreign money", { currency: "USD" }, "currency"],
    ["a long receipt", { receipt: "x".repeat(41) }, "receipt"],
    ["a receipt that no database keeps", { receipt: "a\0b" }, "receipt"],
    ["too many notes", { notes: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [i, ""])) }, "notes"],
    ["a long note", { notes: { a: "x".repeat(257) } }, "notes"],
  ])("are refused with %s", async ([, more, field], { shop }) => {
    const { status, body } = await newOrder(shop, more);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "BAD_REQUEST_ERROR", field, description: expect.any(String) });
  });
});

describe("calls", () => {
  test("return 401 without the right keys", async ({ shop }) => {
    const { keyId, keySecret } = shop.config.provider;
    const wrong = ["", "Basic", basic(keyId, "x"), basic("rzp_test_x", keySecret), `Bearer ${shop.ownerToken}`];
    for (const authorization of wrong) {
      for (const [method, path] of [
        ["POST", "/orders"],
        ["GET", "/orders"],
        ["GET", "/orders/order_00000000000000"],
        ["GET", "/payments/pay_00000000000000"],
        ["POST", "/payments/pay_00000000000000/capture"],
      ] as const) {
        const reply = await shop.call(method, `${PREFIX}/v1${path}`, { headers: { authorization } });
        expect(reply.statusCode).toBe(401);
        expect(reply.json().error).toMatchObject({
          code: "BAD_REQUEST_ERROR",
          description: "Authentication failed",
        });
      }
    }
  });

  test("return errors in Razorpay's shape for unknown ids", async ({ shop }) => {
    for (const path of [
      "/orders/order_00000000000000",
      "/orders/order_00000000000000/payments",
      "/payments/pay_00000000000000",
      "/orders/%00",
      "/payments/'",
    ]) {
      const { status, body } = await ask(shop, "GET", path);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        code: "BAD_REQUEST_ERROR",
        description: "The id provided does not exist",
        source: "business",
      });
    }
    expect((await pay(shop, "order_00000000000000", "success")).body.error.description).toMatch(/does not exist/);
    expect((await pay(shop, "a\0b", "success")).status).toBe(400);
    const { status, body } = await ask(shop, "GET", "/nothing");
    expect(status).toBe(404);
    expect(body.error.code).toBe("BAD_REQUEST_ERROR");
  });

  test("return errors in Razorpay's shape for bodies that are too large or not JSON", async ({ shop }) => {
    expect(await newOrder(shop, { notes: { a: "x".repeat(100_000) } })).toMatchObject({
      status: 413,
      body: { error: { code: "BAD_REQUEST_ERROR" } },
    });
    const { keyId, keySecret } = shop.config.provider;
    const headers = { authorization: basic(keyId, keySecret), "content-type": "application/json" };
    const reply = await shop.app.inject({ method: "POST", url: `${PREFIX}/v1/orders`, headers, payload: '{"amount":' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error.code).toBe("BAD_REQUEST_ERROR");
  });
});

describe("payments", () => {
  test("that succeed are captured and signed, and the order is paid", async ({ shop }) => {
    const order = await orderIn(shop);
    const { status, body } = await pay(shop, order, "success", { key_id: shop.config.provider.keyId });
    expect(status).toBe(200);
    const id = body.razorpay_payment_id as string;
    expect(id).toMatch(/^pay_[A-Za-z0-9]{14}$/);
    expect(body).toEqual({
      razorpay_payment_id: id,
      razorpay_order_id: order,
      razorpay_signature: createHmac("sha256", shop.config.provider.keySecret).update(`${order}|${id}`).digest("hex"),
    });
    expect((await ask(shop, "GET", `/orders/${order}`)).body).toMatchObject({
      status: "paid",
      amount_paid: 90_000,
      amount_due: 0,
      attempts: 1,
    });
    const payment = (await ask(shop, "GET", `/payments/${id}`)).body;
    expect(payment).toMatchObject({
      id,
      entity: "payment",
      amount: 90_000,
      currency: "INR",
      status: "captured",
      order_id: order,
      method: "upi",
      captured: true,
      amount_refunded: 0,
      refund_status: null,
      error_code: null,
      fee: 2_124,
      tax: 324,
    });
    expect((await ask(shop, "GET", `/orders/${order}/payments`)).body).toEqual({
      entity: "collection",
      count: 1,
      items: [payment],
    });
  });

  test("that fail return the reason, and the order can be tried again", async ({ shop }) => {
    const order = await orderIn(shop);
    const { status, body } = await pay(shop, order, "failure");
    expect(status).toBe(400);
    expect(body.error).toEqual({
      code: "BAD_REQUEST_ERROR",
      description: "Your payment was declined by the bank. No money was taken.",
      source: "bank",
      step: "payment_authorization",
      reason: "payment_failed",
      metadata: { payment_id: expect.stringMatching(/^pay_/), order_id: order },
    });
    expect((await ask(shop, "GET", `/orders/${order}`)).body).toMatchObject({ status: "attempted", amount_paid: 0 });
    expect((await ask(shop, "GET", `/payments/${body.error.metadata.payment_id}`)).body).toMatchObject({
      status: "failed",
      captured: false,
      error_code: "BAD_REQUEST_ERROR",
      error_reason: "payment_failed",
    });
    expect((await pay(shop, order, "success")).status).toBe(200);
    expect((await ask(shop, "GET", `/orders/${order}`)).body).toMatchObject({ status: "paid", attempts: 2 });
  });

  test("are refused for a paid order, also when many are sent at once", async ({ shop }) => {
    const order = await orderIn(shop);
    const all = await Promise.all(Array.from({ length: 8 }, () => pay(shop, order, "success")));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of all.filter(({ status }) => status !== 200)) {
      expect(body.error).toMatchObject({
        code: "BAD_REQUEST_ERROR",
        description: "This order is already paid. No money was taken.",
      });
    }
    expect((await pay(shop, order, "failure")).body.error.description).toMatch(/already paid/);
    expect((await ask(shop, "GET", `/orders/${order}/payments`)).body.count).toBe(1);
  });

  test("return 400 for an unknown outcome and 401 for another key", async ({ shop }) => {
    const order = await orderIn(shop);
    for (const outcome of ["maybe", undefined, 1]) expect((await pay(shop, order, outcome)).status).toBe(400);
    expect((await pay(shop, undefined, "success")).body.error.field).toBe("order_id");
    expect((await pay(shop, order, "success", { key_id: "rzp_test_another" })).status).toBe(401);
    expect((await ask(shop, "GET", `/orders/${order}`)).body.status).toBe("created");
  });

  test("with manual capture stay authorized until captured, once", async ({ shop }) => {
    const order = await orderIn(shop, { payment: { capture: "manual" } });
    const id = (await pay(shop, order, "success")).body.razorpay_payment_id as string;
    expect((await ask(shop, "GET", `/payments/${id}`)).body).toMatchObject({ status: "authorized", captured: false });
    expect((await ask(shop, "GET", `/orders/${order}`)).body.status).toBe("attempted");
    const capture = (amount: number) => ask(shop, "POST", `/payments/${id}/capture`, { amount, currency: "INR" });
    expect((await capture(89_999)).body.error.field).toBe("amount");
    expect(await capture(90_000)).toMatchObject({ status: 200, body: { id, status: "captured", captured: true } });
    expect((await capture(90_000)).status).toBe(400);
    expect((await ask(shop, "GET", `/orders/${order}`)).body).toMatchObject({ status: "paid", amount_paid: 90_000 });
  });

  test("cannot be captured after they failed", async ({ shop }) => {
    const order = await orderIn(shop);
    const id = (await pay(shop, order, "failure")).body.error.metadata.payment_id;
    const reply = await ask(shop, "POST", `/payments/${id}/capture`, { amount: 90_000, currency: "INR" });
    expect(reply.status).toBe(400);
    expect(reply.body.error.description).toMatch(/^Only payments which have been authorized/);
  });
});

test("serves the popup's script with its styles, an ETag and 304", async ({ shop }) => {
  const reply = await shop.call("GET", `${PREFIX}/checkout.js`);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
  const again = await shop.call("GET", `${PREFIX}/checkout.js`, {
    headers: { "if-none-match": `${reply.headers.etag}` },
  });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect(reply.body).toContain("prefers-reduced-motion");
  expect(reply.body).not.toContain("CHECKOUT_CSS");
  expect(reply.body).not.toContain(shop.config.provider.keySecret);
});

test("logs neither keys, signatures nor notes", async ({ shop }) => {
  const order = await orderIn(shop, { notes: { secret: "note-of-the-order" } });
  const { body } = await pay(shop, order, "success");
  const log = shop.logLines.join("");
  for (const secret of [shop.config.provider.keySecret, body.razorpay_signature, "note-of-the-order"])
    expect(log).not.toContain(secret);
});

test("returns 404 with live keys, and is not part of the API document", async ({ shop }) => {
  const live = await openTestShop({
    RAZORPAY_KEY_ID: "rzp_live_abc123",
    RAZORPAY_KEY_SECRET: "key-secret",
    RAZORPAY_WEBHOOK_SECRET: "hook-secret",
  });
  try {
    for (const [method, path] of [
      ["GET", "/checkout.js"],
      ["POST", "/v1/orders"],
      ["POST", "/v1/sandbox/payments"],
    ] as const) {
      const reply = await live.call(method, PREFIX + path, { json: method === "POST" ? {} : undefined });
      expect(reply.statusCode).toBe(404);
      expect(reply.json().code).toBe("not_found");
    }
  } finally {
    await live.close();
  }
  expect((await shop.call("GET", "/api/openapi.json")).body).not.toContain("sandbox/payments");
});
