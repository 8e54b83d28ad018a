import { randomInt, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import type { Refund } from "../../src/contracts/refunds/refund.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { allOrders, logIn, send } from "../support/checkouts.ts";
import { formOf, goodProduct } from "../support/forms.ts";
import { SHIPPING } from "../support/orders.ts";
import { OWNER } from "../support/owner.ts";
import { LOAD_SETTINGS, openRealShop } from "../support/real-shop.ts";
import type { ShopProcess } from "../support/shop-process.ts";
import { until } from "../support/until.ts";

const KILLS = Number(process.env.KILLS ?? 1);
const ORDERS = 4;
const PIECES = 10;
const PRICE = 900;
const AT_ONCE = 4;
const A_MINUTE = 60_000;

interface Wanted {
  orderId: string;
  key: string;
  form: { amount: number; reason: string };
}

/** Paid orders of several pieces, so that each has room for many refunds. */
async function payOrders(shop: ShopProcess, ownerToken: string) {
  const form = formOf(goodProduct({ price: `${PRICE}`, stock: "1000" }));
  const headers = { authorization: `Bearer ${ownerToken}` };
  const made = await fetch(`${shop.url}/api/products`, { method: "POST", headers, body: form });
  const { _id: itemId } = (await made.json()) as { _id: string };
  for (let number = 0; number < ORDERS; number++) {
    const email = `${randomUUID()}@example.com`;
    const person = { name: "Asha", email, phone: "9000000001", password: "four words of mine" };
    const { token } = await send<{ token: string }>(shop, "POST", "/api/users/register", "", person);
    const items = [{ itemId, itemType: "product", qty: PIECES }];
    const cart = { items, totalAmount: PIECES * PRICE, shipping: SHIPPING };
    const { _id: orderId } = await send<Order>(shop, "POST", "/api/orders", token, cart);
    const begun = await send<{ orderId: string }>(shop, "POST", "/api/payments/razorpay", token, { orderId });
    const payment = { order_id: begun.orderId, outcome: "success" };
    await send(shop, "POST", "/sandbox/razorpay/v1/sandbox/payments", "", payment);
  }
  return until(async () => {
    const paid = (await allOrders(shop, ownerToken)).filter(({ paymentId }) => paymentId);
    return paid.length === ORDERS ? paid : undefined;
  });
}

test(`after ${KILLS} kills during refunds nothing is paid twice and nothing is lost`, {
  timeout: (KILLS + 4) * 30_000,
}, async () => {
  const { environment, start } = await openRealShop({ settings: LOAD_SETTINGS, hasServerDatabase: true });
  let shop = await start();
  const token = await logIn(shop, OWNER.email, OWNER.password);
  const orders = await payOrders(shop, token);
  const wanted: Wanted[] = [];
  const acknowledged = new Map<string, string>();
  const ask = async (running: ShopProcess, { orderId, key, form }: Wanted) => {
    const { _id } = await send<Refund>(running, "POST", `/api/orders/${orderId}/refunds`, token, form, key);
    // A repeated request finds the same refund.
    expect(acknowledged.get(key) ?? _id).toBe(_id);
    acknowledged.set(key, _id);
  };

  const db = openDatabase({ connectionString: environment.DATABASE_URL! }, createLog("silent"));
  onTestFinished(() => db.$client.end());
  for (let kill = 0; kill < KILLS; kill++) {
    let left = randomInt(1, 12);
    const failures = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        try {
          for (;;) {
            const order = orders[randomInt(ORDERS)]!;
            const one = { orderId: order._id, key: randomUUID(), form: { amount: 1.01, reason: "A kill" } };
            wanted.push(one);
            await ask(shop, one);
            left -= 1;
            if (left === 0) shop.child.kill("SIGKILL");
          }
        } catch (error) {
          return error as Error;
        }
      }),
    );
    await shop.stop("SIGKILL");
    expect(failures.filter(({ message }) => !/fetch failed|terminated|closed/.test(message))).toEqual([]);
    // The lease of a killed process ends after a minute: instead of waiting, end it before the next start.
    await db.execute(sql`update jobs set due_at = now() where kind = 'refund-send' and state = 'waiting'`);
    shop = await start();
  }

  for (const one of wanted) await ask(shop, one);
  await until(async () => {
    const { rows } = await db.execute(sql`select 1 from refunds where status = 'pending'`);
    return rows.length === 0;
  }, A_MINUTE);

  const { rows } = await db.execute<{ ours: number; theirs: number; same: number }>(sql`select
    (select count(*)::int from refunds where status = 'processed') as ours,
    (select count(*)::int from sandbox.refunds where status = 'processed') as theirs,
    (select count(*)::int from refunds r join sandbox.refunds s
      on s.id = r.provider_refund_id and s.receipt = r.id::text and s.amount = r.amount_paise) as same`);
  expect(acknowledged.size).toBe(wanted.length);
  expect(rows).toEqual([{ ours: wanted.length, theirs: wanted.length, same: wanted.length }]);
  for (const { refunds, refundable } of await allOrders(shop, token)) {
    const paise = (refunds ?? []).length * 101;
    expect(refundable).toBe((PIECES * PRICE * 100 - paise) / 100);
  }
  await shop.stop();
});
