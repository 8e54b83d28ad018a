import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import { type Action, alone, competing, type OrderState, type OrderWorld, openWorld } from "../support/order-world.ts";
import { test } from "../support/paying-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

const SEED = Number(process.env.FC_SEED ?? 20_260_401);
/** For a long search, as many times the histories of an ordinary run. */
const TIMES = Number(process.env.HISTORIES_TIMES ?? 1);
const paidStatuses = ["paid", "shipped", "delivered"];

/** When all is told and asked, all money is with its order or with the owner, and each paid order was confirmed once. */
async function expectAllMoneyAccounted(shop: TestShop, world: OrderWorld) {
  const { payments } = shop.services;
  await payments.checkAllSoon();
  await payments.catchUp();
  const states = await world.states();
  // A second payment for a paid order is the one thing that only a webhook tells of; it is told until it is heard.
  for (const { id, payments: made } of world.placed) {
    if (states.get(id)!.paymentId) for (const payment of made) await world.tell(payment);
  }
  const { rows } = await shop.db.execute<{ id: string; order: string; outcome: string }>(
    sql`select payment_id as id, order_id as order, outcome from order_payments`,
  );
  const arrived = Map.groupBy(rows, ({ order }) => order);
  const mails = await shop.db.execute<{ key: string }>(sql`select key from outbox where kind <> 'reset'`);
  const keys = new Set(mails.rows.map(({ key }) => key));

  for (const order of world.placed) {
    const { status, paymentId } = states.get(order.id)!;
    const taken = order.payments.filter(world.isTaken).map(({ id }) => id);
    const heard = arrived.get(order.id) ?? [];
    expect(heard.map(({ id }) => id).sort()).toEqual(taken.sort());
    const settled = heard.filter(({ outcome }) => outcome === "settled").map(({ id }) => id);
    expect(settled).toEqual(paymentId ? [paymentId] : []);
    for (const { id, outcome } of heard) {
      expect(keys.has(`payment-to-check:${id}`)).toBe(outcome !== "settled");
      const payment = order.payments.find((one) => one.id === id)!;
      expect(outcome === "amount_differs").toBe(!world.isWhole(payment, order));
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

/** The roads by which money comes; none of them ever undoes anything. */
function expectMoneyOnlyAdds(before: OrderState, after: OrderState) {
  expect(after.paymentId ?? "none").toBe(before.paymentId ?? after.paymentId ?? "none");
  expect(after.isDeleted).toBe(before.isDeleted);
  if (before.status !== after.status) {
    expect([before.status, after.status, before.isDeleted]).toEqual(["pending", "paid", false]);
    expect(after.paymentId).not.toBeNull();
  }
}

/** What one action may do to one order. */
function expectLegal(
  { kind, to }: Action,
  refusal: string | undefined,
  isTarget: boolean,
  before: OrderState,
  after: OrderState,
) {
  const { status, stock, short, paymentId, isDeleted } = before;
  if (kind === "tell" || kind === "tellTwice" || kind === "sayPaid" || kind === "askPaid" || kind === "catchUp") {
    if (isTarget || kind === "catchUp") return expectMoneyOnlyAdds(before, after);
  }
  if (isTarget && !refusal) {
    if (kind === "setStatus") return expect(after).toMatchObject({ status: to, paymentId, isDeleted });
    if (kind === "remove") return expect(after).toEqual({ ...before, isDeleted: true });
    if (kind === "begin") return expect(after).toEqual({ ...before, stock: "held" });
    if (kind === "sayPaid") expect(paidStatuses).toContain(after.status);
  }
  const mayRelease = kind === "release" || kind === "place" || kind === "placeTwice";
  const isReleased = mayRelease && stock === "held" && after.stock === "shelf";
  expect(after).toEqual({ id: before.id, status, stock: isReleased ? "shelf" : stock, short, paymentId, isDeleted });
}

const refusals = new Set(["out_of_stock", "order_not_payable", "order_not_found", "payment_not_confirmed"]);

test("whatever happens, one thing after the other: the shelf adds up and no money is lost", {
  timeout: 180_000 * TIMES,
}, async ({ shop, razorpay }) => {
  const histories = fc.array(alone, { minLength: 20, maxLength: 60, size: "max" });
  const property = fc.asyncProperty(histories, async (actions) => {
    const world = await openWorld(shop, razorpay);
    let before = await world.expectSound();
    for (const action of actions) {
      const target = world.placed[action.which % world.placed.length]?.id;
      const refusal = await world.attempt(action);
      if (refusal) expect(refusals).toContain(refusal);
      const after = await world.expectSound();
      for (const [id, state] of before) expectLegal(action, refusal, id === target, state, after.get(id)!);
      before = after;
    }
    await expectAllMoneyAccounted(shop, world);
    await world.expectSound();
  });
  await fc.assert(property, { seed: SEED, numRuns: 50 * TIMES, endOnFailure: true });
});

test("whatever happens, several things at once: the shelf adds up and no money is lost", {
  timeout: 180_000 * TIMES,
}, async ({ shop, razorpay }) => {
  const turns = fc.array(fc.array(competing, { minLength: 2, maxLength: 5 }), {
    minLength: 8,
    maxLength: 20,
    size: "max",
  });
  const property = fc.asyncProperty(turns, async (history) => {
    const world = await openWorld(shop, razorpay);
    for (const turn of history) {
      const answers = await Promise.all(turn.map(world.attempt));
      for (const refusal of answers) if (refusal) expect(refusals).toContain(refusal);
      await world.expectSound();
    }
    await expectAllMoneyAccounted(shop, world);
    await world.expectSound();
  });
  await fc.assert(property, { seed: SEED, numRuns: 35 * TIMES, endOnFailure: true });
});
