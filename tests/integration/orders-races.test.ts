import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct } from "../support/forms.ts";
import { type Customer, SHIPPING, stockOf } from "../support/orders.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const BUYERS = 100;
const PIECES = 10;

/** Two shops on one database, like two processes. */
async function openTwoShops() {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const second = await openSecondShop(shop);
  // On a slow machine so many requests wait long for a connection.
  for (const { db } of [shop, second]) db.$client.options.connectionTimeoutMillis = 60_000;
  return { shop, apps: [shop.app, second.app] };
}

const place = (app: TestShop["app"], { token }: Customer, items: string[], totalAmount: number) =>
  app.inject({
    method: "POST",
    url: "/api/orders",
    headers: { authorization: `Bearer ${token}` },
    payload: {
      items: items.map((itemId) => ({ itemId, itemType: "product", qty: 1 })),
      totalAmount,
      shipping: SHIPPING,
    },
  });

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

test(`${BUYERS} concurrent buyers of ${PIECES} pieces in two processes place exactly ${PIECES} orders`, async () => {
  const { shop, apps } = await openTwoShops();
  const product = await makeProduct(shop, { price: "900", stock: `${PIECES}` });
  const buyers = await times(BUYERS, () => makeCustomer(shop));

  const replies = await Promise.all(buyers.map((buyer, index) => place(apps[index % 2]!, buyer, [product._id], 900)));
  const placed = replies.filter(({ statusCode }) => statusCode === 201);
  expect(placed).toHaveLength(PIECES);
  expect(new Set(placed.map((reply) => (reply.json() as Order)._id)).size).toBe(PIECES);
  const refusals = replies.filter(({ statusCode }) => statusCode !== 201);
  expect(new Set(refusals.map((reply) => `${reply.statusCode} ${reply.json().code}`))).toEqual(
    new Set(["409 out_of_stock"]),
  );
  for (const refusal of refusals) expect(refusal.json().message).toContain(product.title);
  expect(await stockOf(shop, product._id)).toBe(0);

  const all = await shop.call("GET", "/api/orders", { token: shop.ownerToken });
  expect(all.headers["x-total-count"]).toBe(`${PIECES}`);
});

test("concurrent buyers of two products in opposite order do not deadlock", async () => {
  const { shop, apps } = await openTwoShops();
  const stones = await times(2, () => makeProduct(shop, { price: "900", stock: "60" }));
  const ids = stones.map(({ _id }) => _id);
  const buyers = await times(80, () => makeCustomer(shop));

  const replies = await Promise.all(
    buyers.map((buyer, index) => place(apps[index % 2]!, buyer, index % 4 < 2 ? ids : ids.toReversed(), 1800)),
  );
  const statuses = Map.groupBy(replies, ({ statusCode }) => statusCode);
  expect(statuses.get(201)).toHaveLength(60);
  expect(statuses.get(409)).toHaveLength(20);
  for (const id of ids) expect(await stockOf(shop, id)).toBe(0);
});
