import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createDelivery } from "../../src/server/payments/sandbox/deliver-webhooks.ts";
import { createSandbox } from "../../src/server/payments/sandbox/service.ts";
import { sandboxWebhooks } from "../../src/server/payments/sandbox/webhook-table.ts";
import { type Database, openDatabase } from "../../src/server/platform/database/database.ts";
import { type Answer, json, type SeenRequest, startFakeServer } from "../support/fake-server.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { openTestShop, testClock } from "../support/test-shop.ts";

const keys = { keyId: "rzp_test_abcdefghijklmn", keySecret: "the-key-secret", webhookSecret: "the-hook-secret" };
const log = pino({ level: "silent" });
const fine = json({ received: true });
const busy = json({ message: "no" }, 500);

/** A process of the shop as far as the sandbox is concerned. */
function processOn(db: Database, clock: ReturnType<typeof testClock>, shopUrl: () => string | undefined) {
  const delivery = createDelivery({ db, clock, log, keys, shopUrl });
  return { delivery, sandbox: createSandbox({ db, clock, keys, eventsWait: delivery.wake }) };
}

/** A database of its own, a receiver that answers as told, and one running process. */
async function opened(...answers: Answer[]) {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  const db = openDatabase({ connectionString: database.url }, log);
  const receiver = await startFakeServer(...answers);
  const clock = testClock();
  const first = processOn(db, clock, () => receiver.url);
  first.delivery.start();
  onTestFinished(async () => {
    await first.delivery.stop();
    await receiver.stop();
    await db.$client.end();
    await database.drop();
  });
  const newOrder = async (capture: "automatic" | "manual" = "automatic") =>
    (await first.sandbox.createOrder({ amount: 90_000, currency: "INR", notes: {}, payment: { capture } })).id;
  return { db, receiver, clock, newOrder, ...first };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const idOf = ({ headers }: SeenRequest) => headers["x-razorpay-event-id"];
const eventOf = ({ body }: SeenRequest) => JSON.parse(body).event as string;

/** Moves time on until the receiver has seen so many deliveries. */
async function advanceUntil({ receiver, clock, delivery }: Opened, count: number, ms: number) {
  const seen = receiver.hasSeen(count);
  let isSeen = false;
  seen.then(() => {
    isSeen = true;
  });
  while (!isSeen) {
    clock.advance(ms);
    delivery.wake();
    await Promise.race([seen, pause(50)]);
  }
  return seen;
}

/** Whether something has yet to be told, or has been and is not known to be. */
async function isWaiting({ delivery, db }: Opened) {
  delivery.wake();
  const rows = await db.select().from(sandboxWebhooks);
  return rows.some(({ dueAt }) => dueAt !== null);
}

/** Pays another order and answers what the shop is told then, up to the end of that. */
async function toldNext({ receiver, newOrder }: Opened, sandbox: Opened["sandbox"]) {
  const before = receiver.seen.length;
  await sandbox.pay(await newOrder(), "success");
  return (await receiver.hasSeen(before + 2)).slice(before).map(eventOf);
}

test("a success is told as payment.captured and order.paid, each signed and with an id of its own", async () => {
  const { receiver, sandbox, newOrder } = await opened(fine);
  const order = await newOrder();
  const { razorpay_payment_id } = (await sandbox.pay(order, "success")) as { razorpay_payment_id: string };
  const seen = await receiver.hasSeen(2);
  expect(seen.map(eventOf).sort()).toEqual(["order.paid", "payment.captured"]);
  expect(new Set(seen.map(idOf)).size).toBe(2);
  for (const request of seen) {
    expect(request).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(idOf(request)).toMatch(/^[A-Za-z0-9]{14}$/);
    expect(request.headers["x-razorpay-signature"]).toBe(
      createHmac("sha256", keys.webhookSecret).update(request.body).digest("hex"),
    );
  }
  const paid = JSON.parse(seen.find((request) => eventOf(request) === "order.paid")!.body);
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
  const captured = JSON.parse(seen.find((request) => eventOf(request) === "payment.captured")!.body);
  expect(captured.contains).toEqual(["payment"]);
  expect(captured.payload.order).toBeUndefined();
});

test("a failure is told as payment.failed, an authorisation as payment.authorized until it is captured", async () => {
  const { receiver, sandbox, newOrder } = await opened(fine);
  const order = await newOrder("manual");
  await expect(sandbox.pay(order, "failure")).rejects.toThrow("declined");
  expect((await receiver.hasSeen(1)).map(eventOf)).toEqual(["payment.failed"]);
  const { razorpay_payment_id } = (await sandbox.pay(order, "success")) as { razorpay_payment_id: string };
  expect(eventOf((await receiver.hasSeen(2))[1]!)).toBe("payment.authorized");
  await sandbox.capture(razorpay_payment_id, 90_000);
  const seen = await receiver.hasSeen(4);
  expect(seen.slice(2).map(eventOf).sort()).toEqual(["order.paid", "payment.captured"]);
});

test("what the shop does not take is told again with the same id and body, at growing pauses, until it does", async () => {
  const shop = await opened(busy, fine, fine);
  const start = shop.clock.now().getTime();
  await expect(shop.sandbox.pay(await shop.newOrder(), "failure")).rejects.toThrow("declined");
  await shop.receiver.hasSeen(1);
  // Time stands still, so it is not due again, however often the process looks; what is new is told meanwhile.
  expect(await toldNext(shop, shop.sandbox)).not.toContain("payment.failed");
  shop.receiver.answerWith(busy);
  const at: number[] = [];
  for (let count = 4; count <= 7; count++) {
    await advanceUntil(shop, count, 250);
    at.push(shop.clock.now().getTime() - start);
  }
  expect(at[0]).toBeGreaterThanOrEqual(1_000);
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(2_000);
  expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(5_000);
  expect(at[3]! - at[2]!).toBeGreaterThanOrEqual(10_000);
  shop.receiver.answerWith(json({}, 302, { location: "/" }), fine);
  const seen = await advanceUntil(shop, 9, 60_000);
  const failures = seen.filter((request) => eventOf(request) === "payment.failed");
  expect(failures).toHaveLength(7);
  expect(new Set(failures.map(idOf)).size).toBe(1);
  expect(new Set(failures.map(({ body }) => body)).size).toBe(1);
  await expect.poll(() => isWaiting(shop)).toBe(false);
  shop.clock.advance(23 * 3_600_000);
  expect(await toldNext(shop, shop.sandbox)).not.toContain("payment.failed");
});

test("after a day it is given up", async () => {
  const shop = await opened(busy);
  await expect(shop.sandbox.pay(await shop.newOrder(), "failure")).rejects.toThrow("declined");
  await shop.receiver.hasSeen(1);
  shop.clock.advance(24 * 3_600_000);
  await expect.poll(() => isWaiting(shop)).toBe(false);
  shop.receiver.answerWith(fine);
  shop.clock.advance(24 * 3_600_000);
  expect(await toldNext(shop, shop.sandbox)).not.toContain("payment.failed");
});

describe("another process", () => {
  test("tells what one that is gone has left, with the same id", async () => {
    const shop = await opened(busy);
    await shop.delivery.stop();
    // Nobody delivers while no process runs.
    await shop.sandbox.pay(await shop.newOrder(), "success");
    expect(shop.receiver.seen).toEqual([]);
    const next = processOn(shop.db, shop.clock, () => shop.receiver.url);
    next.delivery.start();
    onTestFinished(next.delivery.stop);
    expect((await shop.receiver.hasSeen(2)).map(eventOf).sort()).toEqual(["order.paid", "payment.captured"]);
  });

  test("takes over a delivery that was cut off by the end of a process", async () => {
    const shop = await opened(() => {}, fine);
    await expect(shop.sandbox.pay(await shop.newOrder(), "failure")).rejects.toThrow("declined");
    await shop.receiver.hasSeen(1);
    const start = performance.now();
    await shop.delivery.stop();
    expect(performance.now() - start).toBeLessThan(4_000);
    shop.delivery.start();
    const [cut, again] = await shop.receiver.hasSeen(2);
    expect(idOf(again!)).toBe(idOf(cut!));
  });

  test("takes over what a killed process held, once its time is up, and not before", async () => {
    const shop = await opened(() => {}, fine);
    await expect(shop.sandbox.pay(await shop.newOrder(), "failure")).rejects.toThrow("declined");
    await shop.receiver.hasSeen(1);
    const next = processOn(shop.db, shop.clock, () => shop.receiver.url);
    next.delivery.start();
    onTestFinished(next.delivery.stop);
    shop.clock.advance(9_000);
    expect(await toldNext(shop, next.sandbox)).not.toContain("payment.failed");
    shop.clock.advance(1_000);
    next.delivery.wake();
    expect(eventOf((await shop.receiver.hasSeen(4))[3]!)).toBe("payment.failed");
  });

  test("shares the work: of many events each is told once", async () => {
    const shop = await opened(fine);
    const others = Array.from({ length: 3 }, () => processOn(shop.db, shop.clock, () => shop.receiver.url));
    for (const { delivery } of others) delivery.start();
    onTestFinished(async () => void (await Promise.all(others.map(({ delivery }) => delivery.stop()))));
    const orders = await Promise.all(Array.from({ length: 20 }, () => shop.newOrder()));
    await Promise.all(orders.map((order, n) => (others[n % 3] ?? shop).sandbox.pay(order, "success")));
    const seen = await shop.receiver.hasSeen(40);
    expect(new Set(seen.map(idOf)).size).toBe(40);
  });
});

test("the running shop tells itself, at its own address, without keeping the payer waiting", async () => {
  const shop = await openTestShop();
  onTestFinished(shop.close);
  expect(await shop.services.gateway.findOrder("order_00000000000000").catch(({ kind }) => kind)).toBe("unavailable");
  await shop.app.listen({ port: 0, host: "0.0.0.0" });
  const { gateway } = shop.services;
  const order = await gateway.createOrder({ amountPaise: 123_400, receipt: "receipt-1", notes: { order: "1" } });
  expect(await gateway.findOrderByReceipt("receipt-1")).toEqual(order);
  const reply = await shop.call("POST", "/sandbox/razorpay/v1/sandbox/payments", {
    json: { order_id: order.id, outcome: "success" },
  });
  const { razorpay_payment_id, razorpay_signature } = reply.json();
  expect(gateway.isPaymentSigned(order.id, razorpay_payment_id, razorpay_signature)).toBe(true);
  expect(await gateway.findOrder(order.id)).toMatchObject({ status: "paid", amountPaidPaise: 123_400 });
  expect(await gateway.paymentsOf(order.id)).toEqual([await gateway.findPayment(razorpay_payment_id)]);
  expect(await gateway.findOrder("order_00000000000000")).toBeUndefined();
  // Whether the shop takes it is the shop's affair; it must only have been told.
  const told = () => shop.logLines.filter((line) => /"sandbox webhook/.test(line)).map((line) => JSON.parse(line));
  await expect.poll(told).toHaveLength(2);
  expect(
    told()
      .map(({ event, status }) => [event, typeof status])
      .sort(),
  ).toEqual([
    ["order.paid", "number"],
    ["payment.captured", "number"],
  ]);
});
