import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/order.ts";
import { makeCustomer } from "../support/customers.ts";
import { placeOrder, SHIPPING } from "../support/orders.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { type TestShop, test } from "../support/test-shop.ts";

async function orderFor(shop: TestShop, shipping: Partial<typeof SHIPPING>) {
  const items = [{ itemId: "Deep Dive-audio", itemType: "consultancy" as const, qty: 1 }];
  const form = { items, totalAmount: 1800, shipping: { ...SHIPPING, ...shipping } };
  return placeOrder(shop, await makeCustomer(shop), form);
}

async function found(shop: TestShop, q: string) {
  const query = new URLSearchParams({ q });
  const reply = await shop.call("GET", `/api/orders?${query}`, { token: shop.ownerToken });
  expect(reply.statusCode, reply.body).toBe(200);
  return (reply.json() as Order[]).map(({ _id }) => _id);
}

test("finds a phone number in any format", async ({ shop }) => {
  const spaced = await orderFor(shop, { phone: "+91 98765-43210" });
  const plain = await orderFor(shop, { phone: "9876543210" });
  await orderFor(shop, { phone: "9000000001" });
  for (const q of ["9876543210", "98765 43210", "+91 98765 43210", "09876543210", "543210", "765-432"])
    expect(await found(shop, q), q).toEqual([plain._id, spaced._id]);
});

test("finds orders by the end of the id, by name and by e-mail, without wildcards", async ({ shop }) => {
  const order = await orderFor(shop, { name: "Ila 100% Sen_Gupta", email: "ila@example.org" });
  await orderFor(shop, { name: "Somebody Else" });
  for (const q of [order._id.slice(-6), order._id.slice(-6).toUpperCase(), "ila 100%", "sen_g", "ILA@example.org"])
    expect(await found(shop, q), q).toEqual([order._id]);
  for (const q of ["ila%sen", "sen%gupta", "Ila_100"]) expect(await found(shop, q), q).toEqual([]);
});

test("searches with the index when there are many orders", async ({ shop }) => {
  await shop.db.execute(sql`
    insert into orders (id, user_id, buyer_name, buyer_email, status, total_paise, payment_method, shipping_name,
      shipping_email, shipping_phone, shipping_address, stock, held_until, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'Buyer', 'buyer-' || n || '@example.net', 'delivered', 10000, 'razorpay',
      'Buyer ' || md5(n::text), 'buyer-' || n || '@example.net', '+91 8' || lpad(n::text, 9, '0'), '', 'kept', now(), now()
    from generate_series(1, 5000) n`);
  await shop.db.execute(sql`vacuum analyze orders`);
  for (const q of ["buyer-4321@example.net", "+91 8000 004321"]) {
    const { result, statements } = await roundTripsOf(() => found(shop, q));
    expect(result, q).toHaveLength(1);
    for (const { text, values } of statements.filter((statement) => statement.text.includes("lower("))) {
      const { rows } = await shop.db.$client.query(`explain ${text}`, values);
      expect(JSON.stringify(rows), text).toContain("orders_search");
    }
  }
});
