import { expect } from "vitest";
import { type Answer, json } from "../support/fake-server.ts";
import { problemOf } from "../support/forms.ts";
import { beginPayment, orderOne, readOrder, setStatus } from "../support/orders.ts";
import { test as base, mailsAbout, orderToPay } from "../support/paying-shop.ts";
import { openSecondShop } from "../support/second-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

/** A provider that never answers is not waited for long. */
const test = base.extend<{ $file: { patienceMs: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
  patienceMs: [async ({}, use) => use(1_500), { scope: "file" }],
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

for (const [what, fault] of Object.entries(faults)) {
  test(`a provider that ${what}: the buyer is told, and the same order is paid when it is back`, async ({
    shop,
    razorpay,
  }) => {
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
    expect(razorpay.ordersFor(order._id).map(({ id }) => id)).toEqual([orderId]);
    expect(await beginPayment(shop, buyer, order._id)).toMatchObject({ orderId });
  });
}

test("a provider that refuses: its words reach the buyer, and a later try may succeed", async ({ shop, razorpay }) => {
  const { buyer, order } = await orderOne(shop);
  razorpay.misbehave(json({ error: { code: "BAD_REQUEST_ERROR", description: "Amount exceeds the limit" } }, 400));
  const reply = await begin(shop, buyer, order._id);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "payment_refused"]);
  expect(problemOf(reply).message).toContain("Amount exceeds the limit");
  await beginPayment(shop, buyer, order._id);
});

test("an order the provider made while its answer was lost is found again, not made twice", async ({
  shop,
  razorpay,
}) => {
  const { buyer, order } = await orderOne(shop);
  razorpay.misbehave(razorpay.loseAnswer);
  expect((await begin(shop, buyer, order._id)).statusCode).toBe(503);
  const [made, ...more] = razorpay.ordersFor(order._id);
  expect(more).toEqual([]);
  expect(await beginPayment(shop, buyer, order._id)).toMatchObject({ orderId: made!.id });
  expect(razorpay.ordersFor(order._id)).toHaveLength(1);
});

test("two tabs, two clicks and two processes at once make one order at the provider", async ({ shop, razorpay }) => {
  const second = await openSecondShop(shop);
  const { buyer, order } = await orderOne(shop);
  const replies = await Promise.all([shop, second, shop, second, shop].map((one) => begin(one, buyer, order._id)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  const [made, ...more] = razorpay.ordersFor(order._id);
  expect(more).toEqual([]);
  for (const reply of replies) expect(reply.json()).toMatchObject({ orderId: made!.id, amount: 90_000 });
});

test("a process that died while it asked keeps nobody waiting for long", async ({ shop, razorpay }) => {
  const { buyer, order } = await orderOne(shop);
  razorpay.misbehave(razorpay.loseAnswer);
  await begin(shop, buyer, order._id);
  // What such a process leaves behind: its claim.
  const until = new Date(shop.clock.now().getTime() + 30_000).toISOString();
  await shop.db.execute(`update payment_orders set claimed_until = '${until}' where order_id = '${order._id}'`);
  let isAnswered = false;
  const waiting = begin(shop, buyer, order._id).finally(() => {
    isAnswered = true;
  });
  await orderToPay(shop);
  expect(isAnswered).toBe(false);
  shop.clock.advance(31_000);
  expect((await waiting).statusCode).toBe(200);
  expect(razorpay.ordersFor(order._id)).toHaveLength(1);
});

test("paid while the provider cannot be asked: refused for now, settled by itself later", async ({
  shop,
  razorpay,
}) => {
  const { buyer, order, payment } = await orderToPay(shop);
  const paid = razorpay.pay(payment.orderId);
  for (const [what, fault] of Object.entries(faults)) {
    razorpay.breakDown(fault);
    const reply = await setStatus(shop, buyer.token, order._id, { status: "paid" });
    expect([what, reply.statusCode, problemOf(reply).code]).toEqual([what, 402, "payment_not_confirmed"]);
    await shop.services.payments.checkAllSoon();
    await shop.services.payments.catchUp();
    expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
  }
  razorpay.heal();
  shop.clock.advance(10 * 60_000);
  await shop.services.payments.catchUp();
  expect(await readOrder(shop, buyer.token, order._id)).toMatchObject({ status: "paid", paymentId: paid.id });
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length]).toEqual([1, 1]);

  razorpay.breakDown(faults["answers 500"]!);
  const again = await setStatus(shop, buyer.token, order._id, { status: "paid" });
  expect([again.statusCode, again.json().status]).toEqual([200, "paid"]);
  razorpay.heal();
});

test("a provider that is down is asked about one order, not about all of them in vain", async ({ shop, razorpay }) => {
  const waiting = [await orderToPay(shop), await orderToPay(shop), await orderToPay(shop)];
  for (const { payment } of waiting) razorpay.pay(payment.orderId);
  await shop.services.payments.checkAllSoon();
  razorpay.breakDown(faults["hangs up"]!);
  const asked = razorpay.seen.length;
  await shop.services.payments.catchUp();
  const urls = new Set(razorpay.seen.slice(asked).map(({ url }) => url));
  expect(urls.size).toBe(1);

  razorpay.heal();
  shop.clock.advance(3 * 60_000);
  await shop.services.payments.catchUp();
  for (const { buyer, order } of waiting) {
    expect((await readOrder(shop, buyer.token, order._id)).status).toBe("paid");
  }
});

test("neither the keys nor what people paid with reach the log", async ({ shop, razorpay }) => {
  const said = shop.logLines.join("");
  const { RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = razorpay.settings;
  for (const secret of [RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, "meera@example.com", "9000000001", "Tara Marg"]) {
    expect(said).not.toContain(secret);
  }
});
