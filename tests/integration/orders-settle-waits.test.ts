import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import { asOwner } from "../support/admin.ts";
import { allowOrderWrites } from "../support/order-guard.ts";
import { orderOne, readOrder } from "../support/orders.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const isLockAwaited = async (shop: TestShop) => {
  const { rows } = await shop.db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
};

/** Settles an order while another transaction holds its lock and changes it. */
async function settleDuring(shop: TestShop, change: SQL) {
  const { order } = await orderOne(shop);
  const paymentId = `pay_${order._id.replaceAll("-", "").slice(-14)}`;
  const { settling } = await shop.db.transaction(async (tx) => {
    await allowOrderWrites(tx);
    await tx.execute(sql`update orders set ${change} where id = ${order._id}`);
    const settling = shop.services.checkout.settle(order._id, { paymentId, amountPaise: 90_000, currency: "INR" });
    await until(() => isLockAwaited(shop));
    return { settling };
  });
  const outcome = await settling;
  const { rows } = await shop.db.execute<{ kind: string }>(
    sql`select substr(kind, 6) as kind from jobs
      where queue = 'mail' and (key like ${`%${order._id}`} or key like ${`%${paymentId}`}) order by kind`,
  );
  const after = await readOrder(shop, shop.ownerToken, order._id);
  return { outcome, after, mails: rows.map(({ kind }) => kind), paymentId };
}

test("a payment that waited for a lock settles the order", async ({ shop }) => {
  const { outcome, after, mails, paymentId } = await settleDuring(
    shop,
    sql`held_until = held_until + interval '1 minute'`,
  );
  expect(outcome).toBe("settled");
  expect(after).toMatchObject({
    status: "paid",
    paymentId,
    stockShort: false,
    history: [{ by: "buyer" }, { by: "payment" }],
  });
  expect(mails).toEqual(["order-confirmation", "order-notice"]);
});

test("a payment that waited for a cancellation leaves the order cancelled and mails the owner", async ({ shop }) => {
  const { outcome, after, mails } = await settleDuring(
    shop,
    sql`placement = 'cancelled', status = 'cancelled', stock = 'released'`,
  );
  expect(outcome).toBe("order_cancelled");
  expect(after).toMatchObject({ status: "cancelled", history: [{ by: "buyer" }] });
  expect(mails).toEqual(["payment-to-check"]);
});

test("a payment that settled the order is settled again without a write", async ({ shop }) => {
  const { order } = await orderOne(shop);
  const payment = { paymentId: "pay_Repeated", amountPaise: 90_000, currency: "INR" };
  expect(await shop.services.checkout.settle(order._id, payment)).toBe("settled");
  const { result, texts } = await roundTripsOf(() => shop.services.checkout.settle(order._id, payment));
  expect(result).toBe("settled");
  expect(texts[0]).toBe("begin");
  expect(texts[1]).toMatch(/^select .* for update$/);
  expect(texts.filter((text) => /^(insert|update|delete|with)/.test(text))).toEqual([]);
});

test("concurrent reports of one payment settle the order once", async ({ shop }) => {
  const { order } = await orderOne(shop);
  const payment = { paymentId: "pay_TwoRoadsAtOnce", amountPaise: 90_000, currency: "INR" };
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => shop.services.checkout.settle(order._id, payment)),
  );
  expect(new Set(outcomes)).toEqual(new Set(["settled"]));
  expect((await readOrder(shop, shop.ownerToken, order._id)).history).toHaveLength(2);
  expect((await asOwner(shop, "GET", `/api/orders/${order._id}`)).json()).toMatchObject({ paymentNotes: [] });
});
