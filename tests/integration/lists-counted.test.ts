import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { MAX_COUNTED_ORDERS } from "../../src/contracts/list-rules.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { asOwner } from "../support/admin.ts";
import { makeProduct } from "../support/forms.ts";
import { fillWithStones } from "../support/many-products.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import { orderOne } from "../support/orders.ts";
import { openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const MANY = 10_500;
const MANY_ORDERS = 1_000;

const readTotal = async (shop: Pick<TestShop, "app">, url: string, token: string) => {
  const reply = await shop.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(reply.statusCode, reply.body).toBe(200);
  return Number(reply.headers["x-total-count"]);
};

async function addOldOrders(shop: TestShop, count: number) {
  await writeOrderRows(
    shop,
    sql`
    insert into orders (id, user_id, buyer_name, buyer_email, placement, goods, status, total_paise, payment_method, shipping_name,
      shipping_email, shipping_phone, shipping_address, stock, held_until, created_at, short_id_shared)
    select gen_random_uuid(), gen_random_uuid(), '', '', 'accepted', 'delivered', 'delivered', 10000, 'razorpay', '', '', '', '', 'sold', moment, moment, true
    from (select ${shop.clock.now()}::timestamptz - n * interval '30 minutes' as moment from generate_series(1, ${count}::int) n) moments`,
  );
}

test("counts orders exactly after they are placed and deleted, in every process, up to 10,000", async ({ shop }) => {
  await addOldOrders(shop, MANY_ORDERS);
  const second = await openSecondShop(shop);
  const url = "/api/orders?page=1&limit=20";
  const before = await readTotal(shop, url, shop.ownerToken);
  expect(before).toBeGreaterThanOrEqual(MANY_ORDERS);
  expect(await readTotal(second, url, shop.ownerToken)).toBe(before);

  const { order } = await orderOne(shop);
  for (const one of [shop, second]) expect(await readTotal(one, url, shop.ownerToken)).toBe(before + 1);

  const [oldest] = (await asOwner(shop, "GET", `/api/orders?page=${MANY_ORDERS}&limit=1`)).json() as Order[];
  for (const id of [oldest!._id, order._id]) {
    expect((await asOwner(shop, "DELETE", `/api/orders/${id}`)).statusCode).toBe(200);
  }
  expect(await readTotal(shop, url, shop.ownerToken)).toBe(before - 1);
  await until(async () => (await readTotal(second, url, shop.ownerToken)) === before - 1);

  await addOldOrders(shop, MAX_COUNTED_ORDERS);
  expect(await readTotal(shop, url, shop.ownerToken)).toBe(MAX_COUNTED_ORDERS);
  const beyond = await asOwner(shop, "GET", `/api/orders?page=${MAX_COUNTED_ORDERS + 1}&limit=1`);
  expect(beyond.json()).toHaveLength(1);
});

test("counts many products exactly after products are created and deleted", async ({ shop }) => {
  await fillWithStones(shop, MANY);
  const towers = "/api/products?category=tower&page=1";
  const before = await readTotal(shop, towers, shop.ownerToken);
  expect(before).toBeGreaterThanOrEqual(MANY);

  const created = await makeProduct(shop, { category: "Tower", subCategory: "" });
  expect(await readTotal(shop, towers, shop.ownerToken)).toBe(before + 1);
  expect((await asOwner(shop, "DELETE", `/api/products/${created._id}`)).statusCode).toBe(200);
  expect(await readTotal(shop, towers, shop.ownerToken)).toBe(before);
});
