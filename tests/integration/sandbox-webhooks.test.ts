import { createHmac } from "node:crypto";
import { pino } from "pino";
import { expect, inject, onTestFinished, test } from "vitest";
import { createWebhookDelivery } from "../../src/server/payments/sandbox/deliver-webhooks.ts";
import { createSandbox } from "../../src/server/payments/sandbox/service.ts";
import { createStore } from "../../src/server/payments/sandbox/store.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { type Answer, json, type SeenRequest, startFakeServer } from "../support/fake-server.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { openTestShop, testClock } from "../support/test-shop.ts";

const keys = { keyId: "rzp_test_abcdefghijklmn", keySecret: "the-key-secret", webhookSecret: "the-hook-secret" };
const log = pino({ level: "silent" });
const ok = json({ received: true });
const failed = json({ message: "no" }, 500);
const silence: Answer = () => {};

/** A sandbox with a database of its own, and a receiver for its webhooks. */
async function openSandbox(...answers: Answer[]) {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  const db = openDatabase({ connectionString: database.url }, log);
  const receiver = await startFakeServer(...answers);
  const delivery = createWebhookDelivery({
    log,
    keys,
    webhookUrl: () => receiver.url,
    retryDelaysMs: [50, 100, 200],
  });
  const sandbox = createSandbox({ store: createStore(db), clock: testClock(), keys, sendWebhooks: delivery.send });
  onTestFinished(async () => {
    await delivery.stop();
    await receiver.stop();
    await db.$client.end();
    await database.drop();
  });
  const newOrder = async (capture: "automatic" | "manual" = "automatic") =>
    (await sandbox.createOrder({ amount: 90_000, currency: "INR", notes: {}, payment: { capture } })).id;
  /** Another process of the shop: it has only the database in common. */
  const elsewhere = createStore(db);
  return { receiver, delivery, sandbox, elsewhere, newOrder };
}

const idOf = ({ headers }: SeenRequest) => headers["x-razorpay-event-id"];
const eventOf = ({ body }: SeenRequest) => JSON.parse(body).event as string;

test("sends payment.captured, then order.paid after a success, each signed and with its own event id", async () => {
  const { receiver, sandbox, newOrder } = await openSandbox(ok);
  const order = await newOrder();
  const { razorpay_payment_id } = await sandbox.pay(order, "success");
  const seen = await receiver.hasSeen(2);
  expect(seen.map(eventOf)).toEqual(["payment.captured", "order.paid"]);
  expect(new Set(seen.map(idOf)).size).toBe(2);
  for (const request of seen) {
    expect(request).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(idOf(request)).toMatch(/^[A-Za-z0-9]{14}$/);
    expect(request.headers["x-razorpay-signature"]).toBe(
      createHmac("sha256", keys.webhookSecret).update(request.body).digest("hex"),
    );
  }
  const [captured, paid] = seen.map(({ body }) => JSON.parse(body));
  expect(paid).toMatchObject({
    entity: "event",
    account_id: "acc_abcdefghijklmn",
    contains: ["payment", "order"],
    payload: {
      payment: { entity: { id: razorpay_payment_id, order_id: order, status: "captured", amount: 90_000 } },
      order: { entity: { id: order, status: "paid", amount_paid: 90_000 } },
    },
    created_at: expect.any(Number),
  });
  expect(captured.contains).toEqual(["payment"]);
  expect(captured.payload.order).toBeUndefined();
});

test("an order and its payment are known to the next process of the shop", async () => {
  const { sandbox, elsewhere, newOrder } = await openSandbox(ok);
  const order = await newOrder();
  const { razorpay_payment_id } = await sandbox.pay(order, "success");
  expect(await elsewhere.findOrder(order)).toMatchObject({ status: "paid", amount_paid: 90_000 });
  expect(await elsewhere.findPayment(razorpay_payment_id)).toMatchObject({ order_id: order, status: "captured" });
});

test("sends payment.failed after a failure and payment.authorized before the capture", async () => {
  const { receiver, sandbox, newOrder } = await openSandbox(ok);
  const order = await newOrder("manual");
  await expect(sandbox.pay(order, "failure")).rejects.toThrow("declined");
  expect((await receiver.hasSeen(1)).map(eventOf)).toEqual(["payment.failed"]);
  const { razorpay_payment_id } = await sandbox.pay(order, "success");
  expect(eventOf((await receiver.hasSeen(2))[1]!)).toBe("payment.authorized");
  await sandbox.capture(razorpay_payment_id, 90_000);
  const seen = await receiver.hasSeen(4);
  expect(seen.slice(2).map(eventOf)).toEqual(["payment.captured", "order.paid"]);
});

test("retries with the same event id and body until the shop answers 2xx, then stops", async () => {
  const redirect = json({}, 302, { location: "/" });
  const { receiver, sandbox, newOrder } = await openSandbox(failed, redirect, (reply) => reply.destroy(), ok);
  await expect(sandbox.pay(await newOrder(), "failure")).rejects.toThrow("declined");
  const attempts = await receiver.hasSeen(4);
  expect(attempts.map(eventOf)).toEqual(Array(4).fill("payment.failed"));
  expect(new Set(attempts.map(idOf)).size).toBe(1);
  expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
  await sandbox.pay(await newOrder(), "success");
  expect((await receiver.hasSeen(6)).slice(4).map(eventOf)).toEqual(["payment.captured", "order.paid"]);
});

test("gives up after the last retry and goes on with the payment's next event", async () => {
  const { receiver, sandbox, newOrder } = await openSandbox(failed, failed, failed, failed, ok);
  await sandbox.pay(await newOrder(), "success");
  const seen = await receiver.hasSeen(5);
  expect(seen.map(eventOf)).toEqual([...Array(4).fill("payment.captured"), "order.paid"]);
});

test("keeps the events of one payment in order while the first is retried", async () => {
  const { receiver, sandbox, newOrder } = await openSandbox(failed, failed, ok);
  const { razorpay_payment_id } = await sandbox.pay(await newOrder("manual"), "success");
  await sandbox.capture(razorpay_payment_id, 90_000);
  const seen = await receiver.hasSeen(5);
  expect(seen.map(eventOf)).toEqual([...Array(3).fill("payment.authorized"), "payment.captured", "order.paid"]);
});

test("delivers every event of many payments once, and one without an answer does not hold up the others", async () => {
  const { receiver, sandbox, newOrder } = await openSandbox(silence, ok);
  await expect(sandbox.pay(await newOrder(), "failure")).rejects.toThrow("declined");
  await receiver.hasSeen(1);
  const orders = await Promise.all(Array.from({ length: 20 }, () => newOrder()));
  await Promise.all(orders.map((order) => sandbox.pay(order, "success")));
  const seen = await receiver.hasSeen(41);
  expect(new Set(seen.map(idOf)).size).toBe(41);
});

test("stop aborts deliveries and retries at once, and nothing is sent afterwards", async () => {
  const { receiver, delivery, sandbox, newOrder } = await openSandbox(silence, failed);
  for (const seen of [1, 2]) {
    await expect(sandbox.pay(await newOrder(), "failure")).rejects.toThrow("declined");
    await receiver.hasSeen(seen);
  }
  const start = performance.now();
  await delivery.stop();
  expect(performance.now() - start).toBeLessThan(4_000);
  const { length } = receiver.seen;
  await sandbox.pay(await newOrder(), "success");
  await delivery.stop();
  expect(receiver.seen).toHaveLength(length);
});

test("the running shop receives its own webhooks, without delaying the payer", async () => {
  const shop = await openTestShop();
  onTestFinished(shop.close);
  const provider = await shop.services.provider.current();
  expect(await provider.findPayment("pay_00000000000000").catch(({ kind }) => kind)).toBe("unavailable");
  await shop.app.listen({ port: 0, host: "0.0.0.0" });
  const order = await provider.createOrder({ amountPaise: 123_400, receipt: "receipt-1", notes: { order: "1" } });
  expect(await provider.findOrderByReceipt("receipt-1")).toEqual(order);
  const reply = await shop.call("POST", "/sandbox/razorpay/v1/sandbox/payments", {
    json: { order_id: order.id, outcome: "success" },
  });
  const { razorpay_payment_id, razorpay_signature } = reply.json();
  expect(provider.isPaymentSigned(order.id, razorpay_payment_id, razorpay_signature)).toBe(true);
  expect(await provider.findOrderByReceipt("receipt-1")).toEqual({ ...order, status: "paid" });
  expect(await provider.paymentsOf(order.id)).toEqual([await provider.findPayment(razorpay_payment_id)]);
  expect(await provider.findPayment("pay_00000000000000")).toBeUndefined();
  const delivered = () => shop.logLines.filter((line) => /"sandbox webhook/.test(line)).map((line) => JSON.parse(line));
  await expect.poll(delivered).toHaveLength(2);
  expect(delivered().map(({ event, status }) => [event, status])).toEqual([
    ["payment.captured", 200],
    ["order.paid", 200],
  ]);
});
