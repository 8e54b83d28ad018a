import { expect } from "vitest";
import { type Answer, json } from "../support/fake-server.ts";
import { problemOf } from "../support/forms.ts";
import { beginPayment, orderOne, readOrder, setStatus } from "../support/orders.ts";
import { test as base, mailsAbout, orderToPay } from "../support/paying-shop.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";

const ASK_EVERY_MS = 3_000;

/** Short, for the provider that never answers. */
const test = base.extend<{ $file: { timeoutMs: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
  timeoutMs: [async ({}, use) => use(1_500), { scope: "file" }],
});

const faults: Record<string, Answer> = {
  "hangs up": (reply) => void reply.destroy(),
  "never answers": () => {},
  "answers 500": (reply) => void reply.writeHead(500).end("<html>Oops</html>"),
  "answers 502 without a word": (reply) => void reply.writeHead(502).end(),
  "answers 429": json({ error: { description: "Too many requests" } }, 429, { "retry-after": "30" }),
  "answers garbage": (reply) => void reply.writeHead(200, { "content-type": "application/json" }).end("{{{"),
  "answers a page": (reply) => void reply.writeHead(200).end("<html></html>"),
  "answers something else": json({ id: "order_AAAA", amount: 1, amount_paid: 0, currency: "INR", status: "created" }),
  "sends somewhere else": (reply) => void reply.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
};

const begin = (shop: Pick<TestShop, "app">, { token }: { token: string }, orderId: string) =>
  shop.app.inject({
    method: "POST",
    url: "/api/payments/razorpay",
    headers: { authorization: `Bearer ${token}` },
    payload: { orderId },
  });

for (const [name, fault] of Object.entries(faults)) {
  test(`returns 503 while the provider ${name}, and reuses its order afterwards`, async ({ shop, razorpay }) => {
    const { buyer, order } = await orderOne(shop);
    razorpay.breakDown(fault);
    for (let tries = 0; tries < 2; tries++) {
      const reply = await begin(shop, buyer, order._id);
      expect([reply.statusCode, problemOf(reply).code]).toEqual([503, "payment_provider_down"]);
      expect(reply.body).not.toMatch(/127\.0\.0\.1|html|secret/);
    }
    expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
    razorpay.heal();
    const { orderId } = await beginPayment(shop, buyer, order._id);
    expect((await razorpay.ordersFor(order._id)).map(({ id }) => id)).toEqual([orderId]);
    expect(await beginPayment(shop, buyer, order._id)).toMatchObject({ orderId });
  });
}

test("returns 409 with the provider's message when it refuses, and a retry may succeed", async ({ shop, razorpay }) => {
  const { buyer, order } = await orderOne(shop);
  razorpay.replyNext(json({ error: { code: "BAD_REQUEST_ERROR", description: "Amount exceeds the limit" } }, 400));
  const reply = await begin(shop, buyer, order._id);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "payment_refused"]);
  expect(problemOf(reply).message).toContain("Amount exceeds the limit");
  await beginPayment(shop, buyer, order._id);
});

test("finds the provider's order again when the response was lost, and creates no second one", async ({
  shop,
  razorpay,
}) => {
  const { buyer, order } = await orderOne(shop);
  razorpay.replyNext(razorpay.dropResponse);
  expect((await begin(shop, buyer, order._id)).statusCode).toBe(503);
  const [made, ...more] = await razorpay.ordersFor(order._id);
  expect(more).toEqual([]);
  expect(await beginPayment(shop, buyer, order._id)).toMatchObject({ orderId: made!.id });
  expect(await razorpay.ordersFor(order._id)).toHaveLength(1);
});

test("creates one order at the provider for concurrent requests in two processes", async ({ shop, razorpay }) => {
  const second = await openSecondShop(shop);
  const { buyer, order } = await orderOne(shop);
  const replies = await Promise.all([shop, second, shop, second, shop].map((one) => begin(one, buyer, order._id)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  const [made, ...more] = await razorpay.ordersFor(order._id);
  expect(more).toEqual([]);
  for (const reply of replies) expect(reply.json()).toMatchObject({ orderId: made!.id, amount: 90_000 });
});

test("takes over the claim of a dead process when it expires", async ({ shop, razorpay }) => {
  const { buyer, order } = await orderOne(shop);
  razorpay.replyNext(razorpay.dropResponse);
  await begin(shop, buyer, order._id);
  // The claim that a dead process leaves behind.
  const until = new Date(shop.clock.now().getTime() + 30_000).toISOString();
  await shop.db.execute(`update payment_orders set claimed_until = '${until}' where order_id = '${order._id}'`);
  let isDone = false;
  const waiting = begin(shop, buyer, order._id).finally(() => {
    isDone = true;
  });
  await orderToPay(shop);
  expect(isDone).toBe(false);
  shop.clock.advance(31_000);
  expect((await waiting).statusCode).toBe(200);
  expect(await razorpay.ordersFor(order._id)).toHaveLength(1);
});

test("returns 402 while the provider cannot confirm a payment, and reconcile settles the order later", async ({
  shop,
  razorpay,
}) => {
  const { buyer, order, payment } = await orderToPay(shop);
  const paid = await razorpay.pay(payment.orderId);
  for (const [name, fault] of Object.entries(faults)) {
    razorpay.breakDown(fault);
    shop.clock.advance(ASK_EVERY_MS);
    const reply = await setStatus(shop, buyer.token, order._id, { status: "paid" });
    expect([name, reply.statusCode, problemOf(reply).code]).toEqual([name, 402, "payment_not_confirmed"]);
    await shop.services.payments.rescheduleAll();
    await shop.services.jobs.runDue(["payment"]);
    expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
  }
  razorpay.heal();
  shop.clock.advance(10 * 60_000);
  await shop.services.jobs.runDue(["payment"]);
  expect(await readOrder(shop, buyer.token, order._id)).toMatchObject({ status: "paid", paymentId: paid.id });
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length]).toEqual([1, 1]);

  razorpay.breakDown(faults["answers 500"]!);
  const again = await setStatus(shop, buyer.token, order._id, { status: "paid" });
  expect([again.statusCode, again.json().status]).toEqual([200, "paid"]);
  razorpay.heal();
});

test("the checks of orders pause while the provider is down", async ({ shop, razorpay }) => {
  const waiting = [await orderToPay(shop), await orderToPay(shop), await orderToPay(shop)];
  for (const { payment } of waiting) await razorpay.pay(payment.orderId);
  await shop.services.payments.rescheduleAll();
  razorpay.breakDown(faults["hangs up"]!);
  const calls = razorpay.seen.length;
  await shop.services.jobs.runDue(["payment"]);
  const urls = new Set(razorpay.seen.slice(calls).map(({ url }) => url));
  // One for each that runs at a time, of three.
  expect(urls.size).toBeLessThanOrEqual(2);

  razorpay.heal();
  shop.clock.advance(3 * 60_000);
  await shop.services.jobs.runDue(["payment"]);
  for (const { buyer, order } of waiting) {
    expect((await readOrder(shop, buyer.token, order._id)).status).toBe("paid");
  }
});

test("logs neither keys nor personal data", async ({ shop, razorpay }) => {
  const logged = shop.logLines.join("");
  const { RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = razorpay.settings;
  for (const secret of [RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, "meera@example.com", "9000000001", "Tara Marg"]) {
    expect(logged).not.toContain(secret);
  }
});
