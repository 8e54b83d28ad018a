import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Order, OrderForm } from "../../src/contracts/orders/order.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeProduct, unique } from "../support/forms.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import { placeOrder, SHIPPING, setStatus, wants } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

async function orderFor(shop: TestShop, shipping: Partial<typeof SHIPPING>) {
  const items = [{ itemId: "Deep Dive-audio", itemType: "consultancy" as const, qty: 1 }];
  const form = { items, totalAmount: 1800, shipping: { ...SHIPPING, ...shipping } };
  return placeOrder(shop, await makeCustomer(shop), form);
}

async function listed(shop: TestShop, query: Record<string, string>) {
  const reply = await asOwner(shop, "GET", `/api/orders?${new URLSearchParams(query)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return (reply.json() as Order[]).map(({ _id }) => _id);
}

const found = (shop: TestShop, q: string) => listed(shop, { q });

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

test("two letters are found in names and addresses, and counted on every page", async ({ shop }) => {
  const named = await orderFor(shop, { name: "Xqila" });
  const mailed = await orderFor(shop, { email: "ilaxq@example.org" });
  await orderFor(shop, { name: "Ila X", email: "q@example.org" });
  expect(await found(shop, "xQ")).toEqual([mailed._id, named._id]);
  const pages = ["1&limit=1", "2&limit=1", "4&limit=1", "1&limit=2", "1&limit=3"];
  for (const page of pages) {
    const reply = await asOwner(shop, "GET", `/api/orders?q=xq&page=${page}`);
    expect(reply.headers["x-total-count"], page).toBe("2");
  }
});

test("lists the orders of Indian days, with both ends", async ({ shop }) => {
  const name = unique("dated");
  const orders: Record<string, string> = {};
  for (const time of ["2030-03-09T23:59:59.999", "2030-03-10T00:00:00.000", "2030-03-11T23:59:59.999"]) {
    shop.clock.advance(new Date(`${time}+05:30`).getTime() - shop.clock.now().getTime());
    orders[time.slice(8, 10)] = (await orderFor(shop, { name }))._id;
  }
  await renewOwnerToken(shop);
  const days = (query: Record<string, string>) => listed(shop, { q: name, ...query });
  expect(await days({ from: "2030-03-10" })).toEqual([orders[11], orders[10]]);
  expect(await days({ to: "2030-03-10" })).toEqual([orders[10], orders["09"]]);
  expect(await days({ from: "2030-03-10", to: "2030-03-10" })).toEqual([orders[10]]);
  expect(await days({ from: "2030-03-11", to: "2030-03-09" })).toEqual([]);
  const reply = await asOwner(shop, "GET", "/api/orders?from=tomorrow&to=2030-02-30&task=rest");
  expectRefused(reply, "from", "to", "task");
});

test("a deleted order is in the list of the archived ones and nowhere else, and only an owner opens it", async ({
  shop,
}) => {
  const name = unique("archived");
  const buyer = await makeCustomer(shop);
  const form = { items: [{ itemId: "Deep Dive-audio", itemType: "consultancy" as const, qty: 1 }], totalAmount: 1800 };
  const order = await placeOrder(shop, buyer, { ...form, shipping: { ...SHIPPING, name } });
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  const archived = (query = {}) => listed(shop, { q: name, archived: "true", ...query });
  expect(await archived()).toEqual([]);
  await asOwner(shop, "DELETE", `/api/orders/${order._id}`);
  expect([await found(shop, name), await archived(), await archived({ status: "pending" })]).toEqual([
    [],
    [order._id],
    [],
  ]);
  const all = await asOwner(shop, "GET", "/api/orders?archived=true");
  expect(Number(all.headers["x-total-count"])).toBe((all.json() as Order[]).length);
  const csv = async (query: string) => (await asOwner(shop, "GET", `/api/orders.csv?q=${name}${query}`)).body;
  expect([(await csv("")).includes(order._id), (await csv("&archived=true")).includes(order._id)]).toEqual([
    false,
    true,
  ]);

  const path = `/api/orders/${order._id}`;
  expect((await asOwner(shop, "GET", path)).statusCode).toBe(404);
  expect((await asOwner(shop, "GET", `${path}?archived=true`)).json()).toMatchObject({
    status: "delivered",
    archivedAt: shop.clock.now().toISOString(),
  });
  expect((await shop.call("GET", `${path}?archived=true`, { token: buyer.token })).statusCode).toBe(404);
  expect((await setStatus(shop, shop.ownerToken, order._id, { status: "paid" })).statusCode).toBe(404);
  expectRefused(await asOwner(shop, "GET", "/api/orders?archived=no"), "archived");
});

test("lists the orders to pack, without an address and with sessions to arrange, as the dashboard counts them", async () => {
  const shop = await openOwnShop();
  const { _id } = await makeProduct(shop, { price: "900", stock: "50" });
  const session = { itemId: "Deep Dive-audio", itemType: "consultancy" as const, qty: 2 };
  const place = async (form: Partial<OrderForm>, status = "paid") => {
    shop.clock.advance(1000);
    const order = await placeOrder(shop, await makeCustomer(shop), { ...wants(_id, 900), ...form });
    await setStatus(shop, shop.ownerToken, order._id, { status });
    return order._id;
  };
  const noAddress = { ...SHIPPING, address: "" };
  const mixed = { items: [...wants(_id, 900, 3).items, session], totalAmount: 2700 + 3600 };
  const packed = await place(mixed);
  const unaddressed = await place({ shipping: noAddress });
  const talk = await place({ items: [session], totalAmount: 3600, shipping: noAddress });
  const sent = await place(mixed, "shipped");
  const delivered = await place(mixed, "delivered");
  for (const status of ["pending", "cancelled"]) await place(mixed, status);
  await asOwner(shop, "DELETE", `/api/orders/${await place(mixed)}`);

  expect(await listed(shop, { task: "pack" })).toEqual([packed]);
  expect(await listed(shop, { task: "address" })).toEqual([unaddressed]);
  expect(await listed(shop, { task: "arrange" })).toEqual([delivered, sent, talk, packed]);
  expect(await listed(shop, { task: "arrange", status: "paid" })).toEqual([talk, packed]);
  const { work } = (await asOwner(shop, "GET", "/api/dashboard")).json() as Dashboard;
  expect(work).toEqual({
    ordersToPack: 1,
    piecesToPack: 3,
    addressesMissing: 1,
    sessionsToArrange: 8,
    papersOwed: 0,
    reviewsWaiting: 0,
  });
  const { body } = await asOwner(shop, "GET", "/api/orders.csv?task=address");
  expect([body.includes(unaddressed), body.includes(packed)]).toEqual([true, false]);
});

test("searches with the index when there are many orders", async ({ shop }) => {
  await writeOrderRows(
    shop,
    sql`
    insert into orders (id, user_id, buyer_name, buyer_email, placement, goods, status, total_paise, payment_method, shipping_name,
      shipping_email, shipping_phone, shipping_address, stock, held_until, created_at, short_id_shared)
    select gen_random_uuid(), gen_random_uuid(), 'Buyer', 'buyer-' || n || '@example.net', 'accepted', 'delivered', 'delivered', 10000, 'razorpay',
      'Buyer ' || md5(n::text), 'buyer-' || n || '@example.net', '+91 8' || lpad(n::text, 9, '0'), '', 'sold', now(), now(), true
    from generate_series(1, 5000) n`,
  );
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
