import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import { isPaid } from "../../src/contracts/orders/order-rules.ts";
import { openKillableShop } from "../support/killable-shop.ts";
import { type OrderWorld, openWorld } from "../support/order-world.ts";
import { tellOf, test } from "../support/paying-shop.ts";
import type { Razorpay } from "../support/razorpay.ts";
import type { TestShop } from "../support/test-shop.ts";
import { type Action, concurrent, type OrderState, sequential } from "../support/world-actions.ts";
import { type FollowerFaults, openFollowerFaults } from "../support/world-faults.ts";
import { chargeForDelivery, isCaptured } from "../support/world-parts.ts";
import { expectHealthy, expectMails } from "../support/world-rules.ts";

const HOUR_MS = 3_600_000;
const SEED = Number(process.env.FC_SEED ?? 20_271_745);
/** A long search sets it. The few histories of the seed have nearly every kind of action, sizes or none, and a kill. */
const TIMES = Number(process.env.HISTORIES_TIMES ?? 0);
const TIMEOUT_MS = 180_000 * Math.max(1, TIMES);

/** After all webhooks and a reconcile run, each payment is recorded with its outcome and each paid order has its mails. */
async function expectPaymentsAccounted(shop: TestShop, world: OrderWorld) {
  const { payments } = shop.services;
  await payments.rescheduleAll();
  await payments.reconcile();
  const reconciled = await world.states();
  // Only a webhook reports a second payment for a paid order; the provider repeats it until it is received.
  for (const { id, isOld, payments: made } of world.placed) {
    if (reconciled.get(id)!.paymentId || isOld) for (const payment of made) await tellOf(shop, payment);
  }
  const states = await world.states();
  const since = world.startedAt.toISOString();
  const { rows } = await shop.db.execute<{ id: string; order: string; outcome: string; expected: number | null }>(
    sql`select payment_id as id, order_id as order, outcome, expected_paise::int as expected from order_payments
      where at >= ${since} and method = 'provider'`,
  );
  const recorded = Map.groupBy(rows, ({ order }) => order);
  const mails = await shop.db.execute<{ key: string }>(sql`select key from outbox where created_at >= ${since}`);
  const keys = new Set(mails.rows.map(({ key }) => key));

  for (const order of world.placed) {
    const { status, paymentId } = states.get(order.id)!;
    const captured = order.payments.filter(isCaptured).map(({ id }) => id);
    const received = recorded.get(order.id) ?? [];
    expect(received.map(({ id }) => id).sort()).toEqual(captured.sort());
    const settled = received.filter(({ outcome }) => outcome === "settled").map(({ id }) => id);
    expect(settled).toEqual(paymentId ? [paymentId] : []);
    for (const { id, outcome, expected } of received) {
      expect(keys.has(`payment-to-check:${id}`)).toBe(outcome !== "settled");
      const payment = order.payments.find((one) => one.id === id)!;
      // A late payment whose coupon is gone must be the full price.
      const price = Math.max(expected ?? 0, order.totalPaise);
      expect(outcome === "amount_differs").toBe(!world.isFullAmount(payment, { ...order, totalPaise: price }));
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
    select 1 from order_payments where order_id = ${orderId} and outcome = 'settled'
    union all select 1 from order_history where order_id = ${orderId} and status = 'paid'`);
  return rows.length > 0;
}

/** Orders that were paid after their pieces were sold wait for the owner, who cancels them. */
async function cancelShort(shop: TestShop, world: OrderWorld) {
  for (const { id, short, isDeleted } of (await world.states()).values())
    if (short && !isDeleted) await shop.services.orders.changeStatus(id, { status: "cancelled" }, world.owner);
}

/** The provider recovers, all webhooks arrive and the jobs run. After that nothing may be open or wrong. */
async function expectGoodEnd(shop: TestShop, razorpay: Razorpay, faults: FollowerFaults, world: OrderWorld) {
  const { services } = shop;
  razorpay.heal();
  faults.heal();
  // News of the provider whose handling failed is tried again after minutes.
  shop.clock.advance(2 * HOUR_MS);
  await services.payments.reconcile();
  await expectPaymentsAccounted(shop, world);
  await world.refunds.settle(services, world.placed);
  await world.refunds.expectAccounted(services, world.placed);
  await services.orders.releaseExpired();
  await cancelShort(shop, world);
  await world.expectConsistent();
  const { shipments, refunds } = world;
  await expectMails(shop, world.startedAt, { orderIds: world.placed.map(({ id }) => id), shipments, refunds });
  await expectHealthy(shop);
}

/** A payment may mark a pending order paid and changes nothing else. */
function expectPaymentChange(before: OrderState, after: OrderState) {
  expect(after.isPaid).toBe(before.isPaid || after.isCovered);
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
  const { status, stock, short, paymentId, isDeleted, restocked, hasParcel } = before;
  // A refund changes only the number of restocked pieces of its order.
  if (isTarget && kind === "refund") return expect({ ...after, restocked }).toEqual(before);
  if (
    kind === "webhook" ||
    kind === "webhookTwice" ||
    kind === "confirm" ||
    kind === "askProvider" ||
    kind === "reconcile"
  ) {
    if (isTarget || kind === "reconcile") return expectPaymentChange(before, after);
  }
  // A webhook about a refund or a dispute has its payment, which may be new. A cart may find its open order again.
  if (kind === "buy" || kind === "buyLate" || kind === "refundWebhook" || kind === "disputeNews")
    return expectPaymentChange(before, after);
  if (
    isTarget &&
    (kind === "ship" || kind === "shipTwice" || kind === "deliver" || kind === "takeBack" || kind === "parcelReturns")
  )
    // What is sent or comes back pays nothing.
    return expect({ ...after, status, stock, short, hasParcel }).toEqual(before);
  if (kind === "eraseBuyer" && status === "pending" && after.status === "cancelled")
    return expect(after).toEqual({ ...before, status: "cancelled", stock: "shelf", isOwed: false });
  if (kind === "cancelStale") {
    const mayEnd = status === "pending" && !isDeleted && !before.isCovered && !hasParcel;
    const isCancelled = mayEnd && after.status === "cancelled";
    if (isCancelled) return expect(after).toEqual({ ...before, status: "cancelled", stock: "shelf", isOwed: false });
    return expectPaymentChange(before, after);
  }
  if (isTarget && !refusal) {
    if (kind === "cancel")
      return expect(after).toEqual({ ...before, status: "cancelled", stock: "shelf", isOwed: false });
    if (kind === "setStatus") return expect(after).toMatchObject({ status: to, paymentId, isDeleted });
    if (kind === "remove") return expect(after).toEqual({ ...before, isDeleted: true });
    // Beyond the share of its network an order is opened without a hold.
    if (kind === "begin") return expect(after).toEqual({ ...before, stock: after.stock === stock ? stock : "held" });
    if (kind === "confirm") expect(isPaid(after.status) || after.paymentId).toBeTruthy();
  }
  // The hold is renewed before the provider is asked, and stays when that fails.
  const isRenewed = isTarget && kind === "begin" && refusal === "payment_provider_down" && after.stock === "held";
  if (isRenewed) return expect(after).toEqual({ ...before, stock: "held" });
  const mayRelease = kind === "release" || kind === "place" || kind === "placeTwice";
  const isReleased = mayRelease && stock === "held" && !hasParcel && after.stock === "shelf";
  expect(after).toEqual({ ...before, stock: isReleased ? "shelf" : stock });
}

/** After a shipment the status says whether something is left to send or to deliver. */
async function expectShippedStatus({ shipments }: OrderWorld, { kind }: Action, before: OrderState, after: OrderState) {
  const { unpacked, undelivered } = await shipments.countLeft(after.id);
  if (kind === "ship") expect(after.status).toBe(unpacked === 0 ? "shipped" : before.status);
  if (kind === "deliver" && undelivered === 0) expect(after.status).toBe("delivered");
  if (kind === "takeBack" || kind === "parcelReturns")
    expect(after.status).toBe(before.status !== "shipped" ? before.status : before.isPaid ? "paid" : "pending");
}

const refusals = new Set([
  "out_of_stock",
  "too_many_open_orders",
  "hold_ended",
  "order_not_payable",
  "order_not_cancellable",
  "order_not_found",
  "order_open",
  "buyer_deleted",
  "not_signed_in",
  "payment_not_confirmed",
  "bad_input",
  "not_refundable",
  "payment_not_found",
  "refund_too_high",
  "refund_not_failed",
  "dispute_open",
  "payment_provider_down",
  "coupon_invalid",
  "price_changed",
  "not_sendable",
  "nothing_to_send",
  "too_many_pieces",
  "shipment_not_found",
  "parcel_closed",
  "follower_failed",
]);

test("random sequences of actions keep stock and money consistent", {
  timeout: TIMEOUT_MS,
}, async ({ shop, razorpay }) => {
  await chargeForDelivery(shop);
  const faults = openFollowerFaults(shop);
  const history = fc.array(sequential, { minLength: 15, maxLength: 45, size: "max" });
  const property = fc.asyncProperty(history, fc.boolean(), async (actions, hasSizes) => {
    const world = await openWorld(shop, razorpay, faults, hasSizes);
    let before = await world.expectConsistent();
    for (const action of actions) {
      const target = world.targetOf(action)?.id;
      const shipmentChanges = world.shipments.countChanges();
      const rows = await faults.readBefore(action.kind);
      const refusal = await world.attempt(action);
      if (refusal) expect(refusals).toContain(refusal);
      if (rows && refusal === "follower_failed") expect(await faults.readRows()).toEqual(rows);
      const after = await world.expectConsistent();
      for (const [id, state] of before) expectAllowedChange(action, refusal, id === target, state, after.get(id)!);
      if (world.shipments.countChanges() > shipmentChanges)
        await expectShippedStatus(world, action, before.get(target!)!, after.get(target!)!);
      before = after;
    }
    await expectGoodEnd(shop, razorpay, faults, world);
  });
  await fc.assert(property, { seed: SEED, numRuns: TIMES ? 10 * TIMES : 3, endOnFailure: true });
});

/** Each round's actions run at once in two processes. In some histories the second one is killed in a round. */
const histories = fc.record({
  rounds: fc.array(fc.array(concurrent, { minLength: 2, maxLength: 5 }), { minLength: 6, maxLength: 16, size: "max" }),
  killedRound: fc.oneof({ arbitrary: fc.nat(5), weight: 1 }, { arbitrary: fc.constant(-1), weight: 2 }),
  killAfterMs: fc.nat(30),
});

test("random concurrent actions of two processes, one of them killed, keep stock and money consistent", {
  timeout: TIMEOUT_MS,
}, async ({ shop, razorpay }) => {
  await chargeForDelivery(shop);
  const faults = openFollowerFaults(shop);
  const second = await openKillableShop(shop);
  const property = fc.asyncProperty(histories, fc.boolean(), async ({ rounds, killedRound, killAfterMs }, hasSizes) => {
    const world = await openWorld(shop, razorpay, faults, hasSizes, [second.services]);
    for (const [index, actions] of rounds.entries()) {
      const killed = index === killedRound && delay(killAfterMs).then(second.kill);
      const refused = await Promise.all(actions.map(world.attempt));
      await killed;
      for (const refusal of refused) if (refusal) expect(refusals).toContain(refusal);
      await world.expectConsistent();
    }
    await expectGoodEnd(shop, razorpay, faults, world);
  });
  await fc.assert(property, { seed: SEED, numRuns: TIMES ? 20 * TIMES : 4, endOnFailure: true });
  expect(second.countKills()).toBeGreaterThan(0);
});
