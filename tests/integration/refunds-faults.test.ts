import { describe, expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { type Answer, json } from "../support/fake-server.ts";
import { problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { readOrder } from "../support/orders.ts";
import { test as base } from "../support/paying-shop.ts";
import { type Razorpay, refusal } from "../support/razorpay.ts";
import {
  askRefund,
  paidOrder,
  reconcileRefunds,
  refund,
  refundsIn,
  retryRefund,
  tellOfDispute,
  tellOfRefund,
} from "../support/refunds.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";

/** Short, for the provider that never answers. */
const test = base.extend<{ $file: { timeoutMs: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
  timeoutMs: [async ({}, use) => use(700), { scope: "file" }],
});

const HOUR_MS = 60 * 60_000;
const NO_BALANCE = "Your account does not have enough balance to carry out the refund operation.";

/** Advances the clock beyond every retry delay and runs reconcile. */
async function reconcileLater(shop: TestShop, times = 1) {
  for (let run = 0; run < times; run++) {
    shop.clock.advance(2 * HOUR_MS);
    await reconcileRefunds(shop.services);
  }
}

/** Subjects of the mails about an order's refunds, to buyer and owner. */
async function refundMails(shop: TestShop, orderId: string) {
  const mails = [
    ...(await mailsTo(shop, "meera@example.com")),
    ...(await mailsTo(shop, defaultSettings.business.email)),
  ];
  const subjects = mails.map(({ headers }) => headers.subject ?? "");
  return subjects.filter((subject) => /refund/i.test(subject) && subject.includes(orderId.slice(-6)));
}

const sentKeys = (razorpay: Razorpay, paymentId: string) =>
  razorpay.seen
    .filter(({ url }) => url === `/payments/${paymentId}/refund`)
    .map(({ headers }) => headers["x-refund-idempotency"]);

const toCheck = async (shop: TestShop, orderId: string) => {
  const { refundsToCheck } = (await shop.call("GET", "/api/dashboard", { token: shop.ownerToken })).json();
  return refundsToCheck.refunds.filter((one: { orderId: string }) => one.orderId === orderId);
};

const faults: Record<string, Answer> = {
  "hangs up": (reply) => void reply.destroy(),
  "never answers": () => {},
  "answers 500": (reply) => void reply.writeHead(500).end("<html>Oops</html>"),
  "answers garbage": (reply) => void reply.writeHead(200, { "content-type": "application/json" }).end("{{{"),
  "is still busy with the first request": refusal(
    "Another request with the same idempotency key is still in progress",
    409,
  ),
  "refuses the keys": refusal("Authentication failed", 401),
};

describe("when the provider", () => {
  for (const [name, fault] of Object.entries(faults)) {
    test(`${name}, the refund stays pending and is made once, with the same key`, async ({ shop, razorpay }) => {
      const { order, paid } = await paidOrder(shop, razorpay);
      razorpay.breakDown(fault);
      const made = await refund(shop, order._id, { amount: 300 });
      expect(made).toMatchObject({ status: "pending" });
      await reconcileLater(shop);
      expect(await refundsIn(shop, order._id)).toMatchObject([{ status: "pending" }]);
      expect(await refundMails(shop, order._id)).toEqual([]);
      razorpay.heal();
      await reconcileLater(shop);
      expect(await refundsIn(shop, order._id)).toMatchObject([{ _id: made._id, status: "processed" }]);
      expect(await razorpay.refundsOf(paid.id)).toMatchObject([{ amount: 30_000, receipt: made._id }]);
      expect(new Set(sentKeys(razorpay, paid.id))).toEqual(new Set([made._id]));
      expect(await refundMails(shop, order._id)).toHaveLength(1);
    });
  }

  test("made the refund but its response was lost or was a refusal, the shop adopts the refund", async ({
    shop,
    razorpay,
  }) => {
    const { order, paid } = await paidOrder(shop, razorpay);
    razorpay.replyNext(razorpay.dropResponse);
    expect(await refund(shop, order._id, { amount: 300 })).toMatchObject({ status: "pending" });
    await reconcileLater(shop);
    expect(sentKeys(razorpay, paid.id)).toHaveLength(1);
    razorpay.replyNext(async (reply, request) => {
      await razorpay.perform(request);
      refusal("The payment has been fully refunded already.")(reply, request);
    });
    expect(await refund(shop, order._id, { amount: 600 })).toMatchObject({ status: "processed" });
    expect((await refundsIn(shop, order._id)).map(({ status }) => status)).toEqual(["processed", "processed"]);
    expect(await razorpay.refundsOf(paid.id)).toHaveLength(2);
  });

  test("refuses for good, the refund fails with a reason, frees its amount and can be retried once under a new key", async ({
    shop,
    razorpay,
  }) => {
    const { order, buyer, paid } = await paidOrder(shop, razorpay);
    razorpay.replyNext(refusal(NO_BALANCE));
    const failed = await refund(shop, order._id, { amount: 900 });
    expect(failed).toMatchObject({ status: "failed", failure: expect.stringContaining("not have enough balance") });
    expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 900 });
    expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("refunds");
    expect(await toCheck(shop, order._id)).toMatchObject([{ _id: failed._id, note: failed.failure }]);

    razorpay.breakDown(faults["answers 500"]!);
    const down = await retryRefund(shop, order._id, failed._id);
    expect([down.statusCode, problemOf(down).code]).toEqual([503, "payment_provider_down"]);
    razorpay.heal();
    const replies = await Promise.all([1, 2, 3].map(() => retryRefund(shop, order._id, failed._id)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const again = (await retryRefund(shop, order._id, failed._id)).json();
    expect(again).toMatchObject({ status: "processed", amount: 900 });
    for (const reply of replies) expect(reply.json()._id).toBe(again._id);
    expect(sentKeys(razorpay, paid.id)).toEqual([failed._id, again._id]);
    expect(await refundsIn(shop, order._id)).toMatchObject([{ status: "failed", retriedAs: again._id }, again]);
    expect(await toCheck(shop, order._id)).toEqual([]);
    expect((await retryRefund(shop, order._id, again._id)).statusCode).toBe(409);
    expect(await refundMails(shop, order._id)).toHaveLength(2);
  });

  test("has made a refund that the shop counts as failed, a retry makes no second one", async ({ shop, razorpay }) => {
    const { order, paid } = await paidOrder(shop, razorpay);
    razorpay.replyNext(
      async (reply, request) => {
        await razorpay.perform(request);
        refusal("Invalid request sent")(reply, request);
      },
      json({ items: [] }),
    );
    const failed = await refund(shop, order._id, { amount: 900 });
    expect(failed.status).toBe("failed");
    const reply = await retryRefund(shop, order._id, failed._id);
    expect(reply.json()).toMatchObject({ _id: failed._id, status: "processed" });
    expect(await razorpay.refundsOf(paid.id)).toHaveLength(1);
  });

  test("cannot make a refund, the owner marks it as dealt with", async ({ shop, razorpay }) => {
    const { order } = await paidOrder(shop, razorpay);
    razorpay.replyNext(refusal("Refund is not supported by the bank because the payment is more than 6 months old"));
    const failed = await refund(shop, order._id, { amount: 900 });
    expect(failed.failure).toContain("bank transfer");
    const url = `/api/orders/${order._id}/refunds/${failed._id}/dealt-with`;
    const reply = await shop.call("POST", url, { token: shop.ownerToken, json: { note: "Sent by NEFT" } });
    expect(reply.json().refunds).toMatchObject([{ dealtWith: { note: "Sent by NEFT" } }]);
    expect(await toCheck(shop, order._id)).toEqual([]);
  });
});

describe("webhooks about refunds", () => {
  test("that arrive before the response, twice or out of order leave one row and one mail for each step", async ({
    shop,
    razorpay,
  }) => {
    const { order, paid } = await paidOrder(shop, razorpay);
    // The bank's reference comes later.
    const readRefund = async () => ({ ...(await razorpay.refundsOf(paid.id))[0]!, acquirer_data: { arn: null } });
    razorpay.replyNext(async (reply, request) => {
      await razorpay.perform(request);
      const made = await readRefund();
      await tellOfRefund(shop, "processed", made, paid);
      json({ ...made, status: "pending" })(reply, request);
    });
    const made = await refund(shop, order._id, { amount: 900 });
    expect(made.status).toBe("processed");
    const atProvider = await readRefund();
    for (const event of ["created", "processed", "speed_changed"] as const)
      await tellOfRefund(shop, event, { ...atProvider, status: event === "created" ? "pending" : "processed" }, paid);
    await tellOfRefund(shop, "processed", { ...atProvider, acquirer_data: { arn: "7777" } }, paid);
    expect(await refundsIn(shop, order._id)).toMatchObject([{ _id: made._id, status: "processed", arn: "7777" }]);
    expect(await refundMails(shop, order._id)).toHaveLength(1);

    // The bank sends the money back later.
    await razorpay.setRefund(atProvider, "failed");
    atProvider.status = "failed";
    await tellOfRefund(shop, "failed", atProvider, paid);
    await tellOfRefund(shop, "processed", { ...atProvider, status: "processed" }, paid);
    await tellOfRefund(shop, "failed", atProvider, paid);
    const [failed, ...more] = await refundsIn(shop, order._id);
    expect([failed, more]).toMatchObject([{ status: "failed", failure: expect.stringContaining("bank") }, []]);
    expect(await toCheck(shop, order._id)).toHaveLength(1);
    const again = (await retryRefund(shop, order._id, failed!._id)).json();
    await tellOfRefund(shop, "failed", atProvider, paid);
    expect(again).toMatchObject({ status: "processed", amount: 900 });
    expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 0 });
    expect(await refundsIn(shop, order._id)).toHaveLength(2);
    expect(await refundMails(shop, order._id)).toHaveLength(3);
  });

  test("made in the provider's dashboard add one row each; the hourly list finds those without a webhook", async ({
    shop,
    razorpay,
  }) => {
    const { order, paid } = await paidOrder(shop, razorpay);
    const told = await razorpay.refundByHand(paid.id, 10_000);
    await Promise.all([1, 2, 3].map(() => tellOfRefund(shop, "created", { ...told, status: "pending" }, paid)));
    await razorpay.refundByHand(paid.id, 20_000);
    await reconcileLater(shop, 2);
    expect(await refundsIn(shop, order._id)).toMatchObject([
      { amount: 100, status: "processed", by: "provider", reason: "" },
      { amount: 200, status: "processed", by: "provider" },
    ]);
    expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 600 });
    const tooMuch = await askRefund(shop, order._id, { amount: 601 });
    expect([tooMuch.statusCode, tooMuch.json().refundable]).toEqual([409, 600]);
  });

  test("of uncaptured and unknown payments change nothing", async ({ shop, razorpay }) => {
    const { order, paid } = await paidOrder(shop, razorpay);
    const automatic = await razorpay.refundByHand(paid.id, 90_000);
    const reply = await tellOfRefund(shop, "processed", automatic, { ...paid, captured: false });
    expect(reply.statusCode).toBe(200);
    await tellOfRefund(
      shop,
      "processed",
      { ...automatic, payment_id: "pay_other" },
      { ...paid, id: "pay_other", order_id: "order_other" },
    );
    expect(await refundsIn(shop, order._id)).toEqual([]);
  });
});

test("two processes send a pending refund once", async ({ shop, razorpay }) => {
  const second = await openSecondShop(shop);
  const { order, paid } = await paidOrder(shop, razorpay);
  razorpay.replyNext(faults["answers 500"]!);
  await refund(shop, order._id, { amount: 900 });
  shop.clock.advance(2 * HOUR_MS);
  await Promise.all([shop, second, shop, second].map(({ services }) => reconcileRefunds(services)));
  expect(sentKeys(razorpay, paid.id)).toHaveLength(2);
  expect(await razorpay.refundsOf(paid.id)).toHaveLength(1);
  expect(await refundMails(shop, order._id)).toHaveLength(1);
});

test("a refund waits while a dispute is open, and is not sent after the dispute is lost", async ({
  shop,
  razorpay,
}) => {
  const { order, paid } = await paidOrder(shop, razorpay);
  razorpay.replyNext(faults["answers 500"]!);
  await refund(shop, order._id, { amount: 900 });
  const at = Math.floor(shop.clock.now().getTime() / 1000);
  await tellOfDispute(shop, paid, { event: "created", status: "open", at });
  await reconcileLater(shop);
  expect(sentKeys(razorpay, paid.id)).toHaveLength(1);
  await tellOfDispute(shop, paid, { event: "lost", status: "lost", at: at + 10 });
  await reconcileLater(shop);
  expect(sentKeys(razorpay, paid.id)).toHaveLength(1);
  expect(await refundsIn(shop, order._id)).toMatchObject([
    { status: "failed", failure: expect.stringContaining("lost dispute") },
  ]);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 0 });
});
