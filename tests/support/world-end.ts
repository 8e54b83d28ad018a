import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { OrderWorld } from "./order-world.ts";
import { tellOf } from "./paying-shop.ts";
import type { Razorpay } from "./razorpay.ts";
import type { TestShop } from "./test-shop.ts";
import type { FollowerFaults } from "./world-faults.ts";
import { expectHealthy, expectMails } from "./world-mails.ts";
import { isCaptured } from "./world-parts.ts";

const HOUR_MS = 3_600_000;

/** After all webhooks and a reconcile run, each payment is recorded with its outcome and each paid order has its mails. */
async function expectPaymentsAccounted(shop: TestShop, world: OrderWorld) {
  const { payments, jobs } = shop.services;
  await payments.rescheduleAll();
  await jobs.runDue(["payment"]);
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
  const mails = await shop.db.execute<{ key: string }>(
    sql`select key from jobs where queue = 'mail' and created_at >= ${since}`,
  );
  const keys = new Set(mails.rows.map(({ key }) => key));

  for (const order of world.placed) {
    const { paymentId } = states.get(order.id)!;
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
  }
}

/** Orders that were paid after their pieces were sold wait for the owner, who cancels them. */
async function cancelShort(shop: TestShop, world: OrderWorld) {
  for (const { id, short, isDeleted } of (await world.states()).values())
    if (short && !isDeleted) await shop.services.orders.changeStatus(id, { status: "cancelled" }, world.owner);
}

/** The provider recovers, all webhooks arrive and the jobs run. After that nothing may be open or wrong. */
export async function expectGoodEnd(shop: TestShop, razorpay: Razorpay, faults: FollowerFaults, world: OrderWorld) {
  const { services } = shop;
  razorpay.heal();
  faults.heal();
  // News of the provider whose handling failed is tried again after minutes.
  shop.clock.advance(2 * HOUR_MS);
  await services.jobs.runDue(["payment"]);
  await expectPaymentsAccounted(shop, world);
  await world.refunds.settle(services, world.placed);
  await world.refunds.expectAccounted(services, world.placed);
  await services.checkout.releaseExpired();
  await cancelShort(shop, world);
  await services.documents.issueOwed();
  expect(await services.documents.countOwed()).toBe(0);
  const states = await world.expectConsistent();
  for (const order of world.placed) await world.expectNotPayable(order, states);
  const { shipments, refunds } = world;
  await expectMails(shop, world.startedAt, { orderIds: world.placed.map(({ id }) => id), shipments, refunds });
  await expectHealthy(shop);
}
