import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, vi } from "vitest";
import { json } from "../support/fake-server.ts";
import { problemOf } from "../support/forms.ts";
import { readOrder, setStatus } from "../support/orders.ts";
import { mailsAbout, orderToPay, tellOf, test } from "../support/paying-shop.ts";
import type { Razorpay, RazorpayPayment } from "../support/razorpay.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const ASK_EVERY_MS = 3_000;

type Placed = Awaited<ReturnType<typeof orderToPay>>;

/** The buyer's browser says that the order is paid. Returns the HTTP status. */
async function claim(shop: TestShop, { buyer, order }: Placed, proof: object = {}) {
  const reply = await setStatus(shop, buyer.token, order._id, { status: "paid", ...proof });
  if (reply.statusCode !== 200) expect(problemOf(reply).code).toBe("payment_not_confirmed");
  return reply.statusCode;
}

/** The provider requests that `work` causes, as "METHOD /path". */
async function requestsOf(razorpay: Razorpay, work: () => Promise<unknown>) {
  const before = razorpay.seen.length;
  await work();
  return razorpay.seen.slice(before).map(({ method, url }) => `${method} ${url}`);
}

const statusOf = async (shop: TestShop, { order }: Placed) =>
  (await readOrder(shop, shop.ownerToken, order._id)).status;

test("a signed payment is fetched once and settles its order", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  const paid = await razorpay.pay(placed.payment.orderId);
  const requests = await requestsOf(razorpay, async () => {
    expect(await claim(shop, placed, razorpay.proofOf(paid))).toBe(200);
    expect(await claim(shop, placed, razorpay.proofOf(paid))).toBe(200);
    expect(await claim(shop, placed)).toBe(200);
  });
  expect(requests).toEqual([`GET /payments/${paid.id}`]);
});

test("a signed payment that the webhook has settled needs no provider request", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  const paid = await razorpay.pay(placed.payment.orderId);
  await tellOf(shop, paid);
  const requests = await requestsOf(razorpay, async () => {
    expect(await claim(shop, placed, razorpay.proofOf(paid))).toBe(200);
  });
  expect(requests).toEqual([]);
});

test("a signed payment that the webhook is settling needs no provider request", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  const paid = await razorpay.pay(placed.payment.orderId);
  const requests = await requestsOf(razorpay, async () => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    const hasSent = (text: string) =>
      query.mock.calls.some(([sent]) => (sent as { text?: string }).text?.includes(text));
    const { telling, claiming } = await shop.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${placed.order._id} for update`);
      const telling = tellOf(shop, paid);
      await until(async () => hasSent('from "orders" where "orders"."id" = $1 for update'));
      const claiming = claim(shop, placed, razorpay.proofOf(paid));
      await until(async () => hasSent('from "payment_orders" where "payment_orders"."order_id"'));
      return { telling, claiming };
    });
    query.mockRestore();
    expect([(await telling).statusCode, await claiming]).toEqual([200, 200]);
  });
  expect(requests).toEqual([]);
});

test.for<RazorpayPayment["status"]>(["refunded", "failed"])(
  "a signature does not settle the order when the provider calls the payment %s",
  async (status, { shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const payment = await razorpay.pay(placed.payment.orderId, { status });
    expect(await claim(shop, placed, razorpay.proofOf(payment))).toBe(402);
    expect(await statusOf(shop, placed)).toBe("pending");
  },
);

test("a signature does not settle the order with a payment of another order or an unknown one", async ({
  shop,
  razorpay,
}) => {
  const [mine, other] = [await orderToPay(shop), await orderToPay(shop)];
  const { id } = await razorpay.pay(other.payment.orderId);
  for (const paymentId of [id, "pay_UnknownToRazorpay"]) {
    // Signed with the shop's key, which a real provider never does.
    const proof = razorpay.proofOf({ id: paymentId, order_id: mine.payment.orderId });
    expect(await claim(shop, mine, proof)).toBe(402);
  }
  expect([await statusOf(shop, mine), await statusOf(shop, other)]).toEqual(["pending", "pending"]);
});

test("a signed payment of another amount is recorded and does not settle the order", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  const payment = await razorpay.pay(placed.payment.orderId, { amount: 100 });
  expect(await claim(shop, placed, razorpay.proofOf(payment))).toBe(402);
  expect(await statusOf(shop, placed)).toBe("pending");
  expect((await mailsAbout(shop, placed.order)).toCheck).toHaveLength(1);
});

test("a signed payment that is only authorized is captured and settles the order", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  const payment = await razorpay.pay(placed.payment.orderId, { status: "authorized" });
  expect(await claim(shop, placed, razorpay.proofOf(payment))).toBe(200);
  expect(await razorpay.findPayment(payment.id)).toMatchObject({ status: "captured" });
});

test("a signed payment settles with the next reconcile run when the provider was down", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  // Old enough that reconcile asks only every few hours.
  shop.clock.advance(2 * 24 * 60 * 60_000);
  await shop.services.jobs.runDue(["payment"]);
  const paid = await razorpay.pay(placed.payment.orderId);
  razorpay.breakDown(json({}, 503));
  expect(await claim(shop, placed, razorpay.proofOf(paid))).toBe(402);
  expect(await statusOf(shop, placed)).toBe("pending");
  razorpay.heal();
  await shop.services.jobs.runDue(["payment"]);
  expect(await readOrder(shop, placed.buyer.token, placed.order._id)).toMatchObject({
    status: "paid",
    paymentId: paid.id,
  });
});

test("100 concurrent claims in two processes become one provider request in three seconds", async ({
  shop,
  razorpay,
}) => {
  const second = await openSecondShop(shop);
  const placed = await orderToPay(shop);
  const claims = (count: number) => () =>
    Promise.all(
      Array.from({ length: count }, async (_, nth) => {
        const { payments } = (nth % 2 ? shop : second).services;
        const buyer = { id: placed.buyer.id, role: "customer" as const };
        await expect(payments.confirm(placed.order._id, buyer, {})).rejects.toThrow("not confirmed");
      }),
    );
  const aboutOrder = `GET /orders/${placed.payment.orderId}/payments`;
  expect(await requestsOf(razorpay, claims(100))).toEqual([aboutOrder]);
  expect(await requestsOf(razorpay, claims(10))).toEqual([]);
  shop.clock.advance(ASK_EVERY_MS);
  expect(await requestsOf(razorpay, claims(10))).toEqual([aboutOrder]);
});

test("a new signed payment is checked although the provider was asked a moment ago", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  expect(await claim(shop, placed)).toBe(402);
  const refunded = await razorpay.pay(placed.payment.orderId, { status: "refunded" });
  const repeats = await requestsOf(razorpay, async () => {
    for (const _time of [1, 2, 3]) expect(await claim(shop, placed, razorpay.proofOf(refunded))).toBe(402);
  });
  expect(repeats).toEqual([`GET /payments/${refunded.id}`]);
  const paid = await razorpay.pay(placed.payment.orderId);
  expect(await claim(shop, placed, razorpay.proofOf(paid))).toBe(200);
});

test("a repeated signed claim waits for the one under way, and further ones do not", async ({ shop, razorpay }) => {
  const placed = await orderToPay(shop);
  const paid = await razorpay.pay(placed.payment.orderId);
  const asked = razorpay.seen.length + 1;
  const released = Promise.withResolvers<void>();
  razorpay.replyNext((reply) => void released.promise.then(() => json(paid)(reply, razorpay.seen.at(-1)!)));
  const first = claim(shop, placed, razorpay.proofOf(paid));
  await razorpay.hasSeen(asked);
  const repeats = Array.from({ length: 5 }, () => claim(shop, placed, razorpay.proofOf(paid)));
  const answers: number[] = [];
  for (const repeat of repeats) void repeat.then((status) => answers.push(status));
  await until(async () => answers.length === 4);
  expect(answers).toEqual([402, 402, 402, 402]);
  released.resolve();
  expect([await first, ...(await Promise.all(repeats))].sort()).toEqual([200, 200, 402, 402, 402, 402]);
  expect(razorpay.seen).toHaveLength(asked);
});
