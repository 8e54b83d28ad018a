import { describe, expect } from "vitest";
import { type Customer, readOrder, setStatus, stockOf } from "../support/orders.ts";
import { mailsAbout, orderToPay, sendWebhook, tellOf, test, webhookOf } from "../support/paying-shop.ts";
import type { RazorpayPayment } from "../support/razorpay.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";

const MINUTES = 60_000;
const ASK_EVERY_MS = 3_000;

const confirmPaid = (shop: TestShop, { token }: Customer, orderId: string, proof: object = {}) =>
  setStatus(shop, token, orderId, { status: "paid", ...proof });

/** Checks every unpaid order. */
async function reconcile(shop: Pick<TestShop, "services">) {
  await shop.services.payments.rescheduleAll();
  await shop.services.jobs.runDue(["payment"]);
}

type Placed = Awaited<ReturnType<typeof orderToPay>>;

async function expectSettledOnce(shop: TestShop, { buyer, order, product }: Placed, paymentId: string, left = 4) {
  const settled = await readOrder(shop, shop.ownerToken, order._id);
  expect(settled).toMatchObject({ status: "paid", paymentId, stockShort: false, paymentNotes: [] });
  expect(settled.history.map(({ status, by }) => `${status} by ${by}`)).toEqual([
    "pending by buyer",
    "paid by payment",
  ]);
  expect(await readOrder(shop, buyer.token, order._id)).toMatchObject({ status: "paid", paymentId });
  expect(await stockOf(shop, product._id)).toBe(left);
  const { confirmations, notices, toCheck } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length, toCheck.length]).toEqual([1, 1, 0]);
  expect(confirmations[0]!.text).toContain(`/orders/${order._id}`);
}

describe("settles an order by", () => {
  test("the browser's signed proof, after asking the provider", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    const reply = await confirmPaid(shop, placed.buyer, placed.order._id, razorpay.proofOf(paid));
    expect([reply.statusCode, reply.json().status]).toEqual([200, "paid"]);
    await expectSettledOnce(shop, placed, paid.id);
  });

  test("the browser without a signature, after asking the provider", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    expect((await confirmPaid(shop, placed.buyer, placed.order._id)).statusCode).toBe(402);
    const paid = await razorpay.pay(placed.payment.orderId);
    shop.clock.advance(ASK_EVERY_MS);
    expect((await confirmPaid(shop, placed.buyer, placed.order._id)).statusCode).toBe(200);
    await expectSettledOnce(shop, placed, paid.id);
  });

  test("the webhook", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    const reply = await tellOf(shop, paid);
    expect([reply.statusCode, reply.json()]).toEqual([200, { received: true }]);
    await expectSettledOnce(shop, placed, paid.id);
  });

  test("the reconcile job, which then stops asking", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    await shop.services.jobs.runDue(["payment"]);
    const paid = await razorpay.pay(placed.payment.orderId);
    await shop.services.jobs.runDue(["payment"]);
    expect((await readOrder(shop, placed.buyer.token, placed.order._id)).status).toBe("pending");
    shop.clock.advance(3 * MINUTES);
    await shop.services.jobs.runDue(["payment"]);
    await expectSettledOnce(shop, placed, paid.id);

    const calls = razorpay.seen.length;
    shop.clock.advance(60 * MINUTES);
    await shop.services.jobs.runDue(["payment"]);
    expect(razorpay.seen.slice(calls).filter(({ url }) => url.includes(placed.payment.orderId))).toEqual([]);
  });

  test("capturing an authorized payment, once", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const authorized = await razorpay.pay(placed.payment.orderId, { status: "authorized" });
    await tellOf(shop, { ...authorized }, { event: "payment.authorized" });
    expect((await readOrder(shop, placed.buyer.token, placed.order._id)).status).toBe("pending");
    await reconcile(shop);
    await expectSettledOnce(shop, placed, authorized.id);
  });

  test("the captured payment, leaving a second authorized one alone", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    const second = await razorpay.pay(placed.payment.orderId, { status: "authorized" });
    await reconcile(shop);
    expect(await razorpay.findPayment(second.id)).toMatchObject({ status: "authorized" });
    await expectSettledOnce(shop, placed, paid.id);
  });
});

describe("settles once after", () => {
  test("browser, webhook and reconcile at the same time in two processes", async ({ shop, razorpay }) => {
    const second = await openSecondShop(shop);
    for (let round = 0; round < 5; round++) {
      const placed = await orderToPay(shop);
      const { buyer, order, payment } = placed;
      const paid = await razorpay.pay(payment.orderId);
      const replies = await Promise.all([
        confirmPaid(shop, buyer, order._id, razorpay.proofOf(paid)),
        tellOf(shop, paid),
        tellOf(second, paid, { event: "order.paid" }),
        reconcile(second),
        confirmPaid(shop, buyer, order._id, razorpay.proofOf(paid)),
        tellOf(second, paid),
        reconcile(shop),
      ]);
      expect(replies.map((reply) => reply?.statusCode ?? 200)).toEqual(replies.map(() => 200));
      await expectSettledOnce(shop, placed, paid.id);
    }
  });

  test("browser, webhook and reconcile in any order, with repeats", async ({ shop, razorpay }) => {
    const reports = (placed: Placed, paid: RazorpayPayment) => [
      () => confirmPaid(shop, placed.buyer, placed.order._id, razorpay.proofOf(paid)),
      () => tellOf(shop, paid),
      () => reconcile(shop),
    ];
    for (const turns of [
      [0, 1, 2, 0],
      [1, 2, 0, 1],
      [2, 0, 1, 2],
      [2, 1, 0, 0],
    ]) {
      const placed = await orderToPay(shop);
      const paid = await razorpay.pay(placed.payment.orderId);
      for (const turn of turns) await reports(placed, paid)[turn]!();
      await expectSettledOnce(shop, placed, paid.id);
    }
  });

  test("an event delivered twice under its id and again under another", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    const eventId = `event-${placed.order._id}`;
    expect((await tellOf(shop, paid, { eventId })).statusCode).toBe(200);
    for (const id of [eventId, `${eventId}-again`]) {
      const { result, texts } = await roundTripsOf(() => tellOf(shop, paid, { eventId: id }));
      expect(result.statusCode).toBe(200);
      // A repeated webhook takes no lock.
      const tables = texts.map((text) => /^(\w+).*? "(\w+)"(?: where| \()/.exec(text)?.slice(1).join(" "));
      expect(tables).toEqual(["select order_payments", "insert webhook_events"]);
    }
    await expectSettledOnce(shop, placed, paid.id);
  });

  test("order.paid before payment.captured, and a stale payment.failed after both", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    for (const event of ["order.paid", "payment.captured"]) await tellOf(shop, paid, { event });
    const stale = [
      { ...paid, status: "failed" as const },
      { ...paid, status: "authorized" as const },
    ];
    for (const payment of stale) await tellOf(shop, payment, { event: `payment.${payment.status}` });
    await expectSettledOnce(shop, placed, paid.id);
  });

  test("a failed attempt followed by a successful one", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const failed = await razorpay.pay(placed.payment.orderId, { status: "failed" });
    await tellOf(shop, failed, { event: "payment.failed" });
    expect((await confirmPaid(shop, placed.buyer, placed.order._id)).statusCode).toBe(402);
    const paid = await razorpay.pay(placed.payment.orderId);
    await tellOf(shop, paid);
    await expectSettledOnce(shop, placed, paid.id);
  });

  test("an event whose handling failed at first, which does not hold up others", async ({ shop, razorpay }) => {
    const [first, other] = [await orderToPay(shop), await orderToPay(shop)];
    const paid = await razorpay.pay(first.payment.orderId);
    await shop.db.execute("alter table order_payments rename to order_payments_away");
    const [failed, odd] = await Promise.all([
      tellOf(shop, paid),
      sendWebhook(shop, webhookOf({ ...paid, id: "pay_\0" })),
    ]);
    await shop.db.execute("alter table order_payments_away rename to order_payments");
    expect([failed.statusCode, odd.statusCode]).toEqual([200, 200]);
    expect((await readOrder(shop, first.buyer.token, first.order._id)).status).toBe("pending");

    const otherPaid = await razorpay.pay(other.payment.orderId);
    await shop.services.jobs.runDue(["payment"]);
    await expectSettledOnce(shop, first, paid.id);
    await tellOf(shop, otherPaid);
    await expectSettledOnce(shop, other, otherPaid.id);
    expect(shop.logLines.join("")).not.toContain("Failed query");
  });

  test("an event behind a hundred that always fail, which are tried ever more seldom", async ({ shop, razorpay }) => {
    const placed = await orderToPay(shop);
    const paid = await razorpay.pay(placed.payment.orderId);
    const now = shop.clock.now().toISOString();
    await shop.db.execute(`insert into webhook_events (id, body, received_at)
      select 'poison-' || n, 'no JSON', '${now}' from generate_series(1, 150) n`);
    const enqueue = (which: string) =>
      shop.db.execute(`insert into jobs (id, queue, kind, key, payload, due_at, created_at)
        select gen_random_uuid(), 'payment', 'payment-event', 'payment-event:' || id, jsonb_build_object('id', id),
          received_at, received_at from webhook_events where id like '${which}'`);
    await enqueue("poison-%");
    const attempts = async () => {
      const { rows } = await shop.db.execute<{ most: number; all: number }>(
        "select max(attempts) as most, sum(attempts)::int as all from jobs where key like 'payment-event:poison-%'",
      );
      return rows[0]!;
    };
    shop.clock.advance(1000);
    const body = JSON.stringify({
      payment: {
        id: paid.id,
        orderId: paid.order_id,
        amountPaise: paid.amount,
        currency: "INR",
        status: "captured",
      },
    });
    await shop.db.execute(`insert into webhook_events (id, body, received_at)
      values ('behind', '${body}', '${shop.clock.now().toISOString()}')`);
    await enqueue("behind");
    const handle = () => shop.services.jobs.runDue(["payment"]);
    await handle();
    await handle();
    const { rows } = await shop.db.execute("select body, handled_at from webhook_events where id = 'behind'");
    expect(rows).toMatchObject([{ body: "", handled_at: expect.anything() }]);
    await expectSettledOnce(shop, placed, paid.id);
    expect(await attempts()).toEqual({ most: 1, all: 150 });
    await handle();
    expect((await attempts()).most).toBe(1);
    // One shows the pauses between attempts.
    await shop.db.execute("delete from jobs where key like 'payment-event:poison-%' and key not like '%-1'");
    for (let round = 0; round < 8; round++) {
      shop.clock.advance(10 * 60_000);
      await handle();
    }
    // After 1, 2, 4, 8, 16 and 32 minutes: fewer than once in ten minutes.
    expect((await attempts()).most).toBeLessThan(8);
    await shop.db.execute("delete from webhook_events where id like 'poison-%'");
    await shop.db.execute("delete from jobs where key like 'payment-event:poison-%'");
  });
});
