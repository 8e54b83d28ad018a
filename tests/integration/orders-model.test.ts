import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import { isPaid } from "../../src/contracts/order-states.ts";
import type { FakeRazorpay } from "../support/fake-razorpay.ts";
import {
  type Action,
  concurrent,
  type OrderState,
  type OrderWorld,
  openWorld,
  sequential,
} from "../support/order-world.ts";
import { test } from "../support/paying-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

const SEED = Number(process.env.FC_SEED ?? 20_260_401);
/** Multiplies the number of runs, for a long search. */
const TIMES = Number(process.env.HISTORIES_TIMES ?? 1);

/** After all webhooks and a reconcile run, each payment is recorded with its outcome and each paid order has its mails. */
async function expectPaymentsAccounted(shop: TestShop, world: OrderWorld) {
  const { payments } = shop.services;
  await payments.rescheduleAll();
  await payments.reconcile();
  const states = await world.states();
  // Only a webhook reports a second payment for a paid order; the provider repeats it until it is received.
  for (const { id, payments: made } of world.placed) {
    if (states.get(id)!.paymentId) for (const payment of made) await world.sendWebhook(payment);
  }
  const { rows } = await shop.db.execute<{ id: string; order: string; outcome: string }>(
    sql`select payment_id as id, order_id as order, outcome from order_payments`,
  );
  const recorded = Map.groupBy(rows, ({ order }) => order);
  const mails = await shop.db.execute<{ key: string }>(sql`select key from outbox where kind <> 'reset'`);
  const keys = new Set(mails.rows.map(({ key }) => key));

  for (const order of world.placed) {
    const { status, paymentId } = states.get(order.id)!;
    const captured = order.payments.filter(world.isCaptured).map(({ id }) => id);
    const received = recorded.get(order.id) ?? [];
    expect(received.map(({ id }) => id).sort()).toEqual(captured.sort());
    const settled = received.filter(({ outcome }) => outcome === "settled").map(({ id }) => id);
    expect(settled).toEqual(paymentId ? [paymentId] : []);
    for (const { id, outcome } of received) {
      expect(keys.has(`payment-to-check:${id}`)).toBe(outcome !== "settled");
      const payment = order.payments.find((one) => one.id === id)!;
      expect(outcome === "amount_differs").toBe(!world.isFullAmount(payment, order));
    }
    const wasPaid = paymentId !== null || status === "paid";
    for (const kind of ["order-confirmation", "order-notice"]) {
      if (wasPaid) expect(keys.has(`${kind}:${order.id}`)).toBe(true);
      if (keys.has(`${kind}:${order.id}`)) expect(await wasEverPaid(shop, order.id)).toBe(true);
    }
  }
}

async function wasEverPaid(shop: TestShop, orderId: string) {
  const { rows } = await shop.db.execute(sql`
    select 1 from orders where id = ${orderId} and (payment_id is not null
      or exists (select 1 from order_history where order_id = orders.id and status = 'paid'))`);
  return rows.length > 0;
}

/** After the provider's news each of its refunds is in the ledger once, as it ended. */
async function expectRefundsAccounted(shop: TestShop, razorpay: FakeRazorpay, world: OrderWorld) {
  const paid = world.placed.flatMap(({ payments }) => payments.filter(world.isCaptured));
  for (const payment of paid) {
    const made = razorpay.refundsOf(payment.id);
    for (const refund of made) await world.sendRefundWebhook(refund, payment);
    const { rows } = await shop.db.execute<{ id: string; amount: number; status: string }>(sql`
      select provider_refund_id as id, amount_paise::int as amount, status from refunds
      where payment_id = ${payment.id} and provider_refund_id is not null order by 1`);
    const wanted = made.map(({ id, amount, status }) => ({ id, amount, status }));
    expect(rows).toEqual(wanted.sort((one, other) => (one.id < other.id ? -1 : 1)));
  }
}

/** A payment may mark a pending order paid and changes nothing else. */
function expectPaymentChange(before: OrderState, after: OrderState) {
  expect(after.paymentId ?? "none").toBe(before.paymentId ?? after.paymentId ?? "none");
  expect(after.isDeleted).toBe(before.isDeleted);
  if (before.status !== after.status) {
    expect([before.status, after.status, before.isDeleted]).toEqual(["pending", "paid", false]);
    expect(after.paymentId).not.toBeNull();
  }
}

/** Checks what one action changed on one order. */
function expectAllowedChange(
  { kind, to }: Action,
  refusal: string | undefined,
  isTarget: boolean,
  before: OrderState,
  after: OrderState,
) {
  const { status, stock, paymentId, isDeleted, restocked } = before;
  // Of an order a refund changes only what went back on the shelf.
  if (kind === "refund" && isTarget) return expect({ ...after, restocked }).toEqual(before);
  if (
    kind === "webhook" ||
    kind === "webhookTwice" ||
    kind === "confirm" ||
    kind === "askProvider" ||
    kind === "reconcile"
  ) {
    if (isTarget || kind === "reconcile") return expectPaymentChange(before, after);
  }
  if (kind === "cancelStale") {
    const isCancelled = status === "pending" && !isDeleted && after.status === "cancelled";
    if (isCancelled) return expect(after).toEqual({ ...before, status: "cancelled", stock: "shelf" });
    return expectPaymentChange(before, after);
  }
  if (isTarget && !refusal) {
    if (kind === "cancel") return expect(after).toEqual({ ...before, status: "cancelled", stock: "shelf" });
    if (kind === "setStatus") return expect(after).toMatchObject({ status: to, paymentId, isDeleted });
    if (kind === "remove") return expect(after).toEqual({ ...before, isDeleted: true });
    if (kind === "begin") return expect(after).toEqual({ ...before, stock: "held" });
    if (kind === "confirm") expect(isPaid(after.status)).toBe(true);
  }
  const mayRelease = kind === "release" || kind === "place" || kind === "placeTwice";
  const isReleased = mayRelease && stock === "held" && after.stock === "shelf";
  expect(after).toEqual({ ...before, stock: isReleased ? "shelf" : stock });
}

const refusals = new Set([
  "out_of_stock",
  "too_many_open_orders",
  "hold_ended",
  "order_not_payable",
  "order_not_cancellable",
  "order_not_found",
  "payment_not_confirmed",
  "bad_input",
  "not_refundable",
  "payment_not_found",
  "refund_too_high",
]);

test("random sequences of actions keep the stock and the payments consistent", {
  timeout: 180_000 * TIMES,
}, async ({ shop, razorpay }) => {
  const histories = fc.array(sequential, { minLength: 20, maxLength: 60, size: "max" });
  const property = fc.asyncProperty(histories, async (actions) => {
    const world = await openWorld(shop, razorpay);
    let before = await world.expectConsistent();
    for (const action of actions) {
      const target = world.placed[action.which % world.placed.length]?.id;
      const refusal = await world.attempt(action);
      if (refusal) expect(refusals).toContain(refusal);
      const after = await world.expectConsistent();
      for (const [id, state] of before) expectAllowedChange(action, refusal, id === target, state, after.get(id)!);
      before = after;
    }
    await expectPaymentsAccounted(shop, world);
    await expectRefundsAccounted(shop, razorpay, world);
    await world.expectConsistent();
  });
  await fc.assert(property, { seed: SEED, numRuns: 35 * TIMES, endOnFailure: true });
});

test("random concurrent actions keep the stock and the payments consistent", {
  timeout: 180_000 * TIMES,
}, async ({ shop, razorpay }) => {
  const rounds = fc.array(fc.array(concurrent, { minLength: 2, maxLength: 5 }), {
    minLength: 8,
    maxLength: 20,
    size: "max",
  });
  const property = fc.asyncProperty(rounds, async (history) => {
    const world = await openWorld(shop, razorpay);
    for (const actions of history) {
      const refused = await Promise.all(actions.map(world.attempt));
      for (const refusal of refused) if (refusal) expect(refusals).toContain(refusal);
      await world.expectConsistent();
    }
    await expectPaymentsAccounted(shop, world);
    await expectRefundsAccounted(shop, razorpay, world);
    await world.expectConsistent();
  });
  await fc.assert(property, { seed: SEED, numRuns: 25 * TIMES, endOnFailure: true });
});
