import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, formOf, makeCourse, makeProduct, problemOf } from "../support/forms.ts";
import { orderOne, placeOrder, readOrder, SHIPPING, setStatus, stockOf, wants } from "../support/orders.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const groupLink = "https://chat.example.com/join/very-secret";

async function orderCourse(shop: TestShop) {
  const course = await makeCourse(shop, { offerPrice: "500", groupLink });
  const buyer = await makeCustomer(shop);
  const items = [{ itemId: course._id, itemType: "course" as const, qty: 1 }];
  return {
    course,
    buyer,
    items,
    order: await placeOrder(shop, buyer, { items, totalAmount: 500, shipping: SHIPPING }),
  };
}

const list = async (shop: TestShop, token: string, query = "") => {
  const reply = await shop.call("GET", `/api/orders${query}`, { token });
  expect(reply.statusCode, reply.body).toBe(200);
  return { orders: reply.json() as Order[], total: Number(reply.headers["x-total-count"]) };
};

test("returns 401, 403 or 404 to users without access to an order", async ({ shop }) => {
  const { order, buyer, product } = await orderOne(shop);
  const other = await makeCustomer(shop);
  const visitor = { token: undefined };
  const owner = { token: shop.ownerToken };
  const one = `/api/orders/${order._id}`;
  const status = (json: unknown) => ["PUT", `${one}/status`, json] as const;
  const table = [
    [visitor, [401, 401, 401, 401, 401, 401]],
    [other, [200, 404, 403, 404, 403, 403]],
    [buyer, [200, 200, 403, 402, 403, 403]],
    [owner, [200, 200, 200, 200, 200, 200]],
  ] as const;
  for (const [{ token }, expected] of table) {
    const calls = [
      ["GET", "/api/orders/my"] as const,
      ["GET", one] as const,
      ["GET", "/api/orders"] as const,
      status({ status: "paid" }),
      status({ status: "cancelled" }),
      ["DELETE", one] as const,
    ];
    const statuses: number[] = [];
    for (const [method, url, json] of calls) statuses.push((await shop.call(method, url, { token, json })).statusCode);
    expect(statuses).toEqual(expected);
    if (token === shop.ownerToken) break;
    expect((await readOrder(shop, shop.ownerToken, order._id)).history).toHaveLength(1);
    expect(await stockOf(shop, product._id)).toBe(4);
  }
});

test("lists the courses that an account has paid for, each with its newest order", async ({ shop }) => {
  const { course, buyer, items, order } = await orderCourse(shop);
  const stranger = await makeCustomer(shop);
  const mine = async ({ token }: { token: string }) =>
    (await shop.call("GET", "/api/orders/my/courses", { token })).json();
  expect(await mine(buyer)).toEqual([]);
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  expect(await mine(buyer)).toEqual([{ courseId: course._id, orderId: order._id }]);
  expect(await mine(stranger)).toEqual([]);

  shop.clock.advance(60_000);
  const again = await placeOrder(shop, buyer, { items, totalAmount: 500, shipping: SHIPPING });
  await setStatus(shop, shop.ownerToken, again._id, { status: "delivered" });
  expect(await mine(buyer)).toEqual([{ courseId: course._id, orderId: again._id }]);
  await shop.call("DELETE", `/api/orders/${again._id}`, { token: shop.ownerToken });
  expect(await mine(buyer)).toEqual([{ courseId: course._id, orderId: order._id }]);
  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  expect(await mine(buyer)).toEqual([]);
});

test("returns 403 when a customer sets a status other than paid", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  for (const status of ["pending", "shipped", "delivered", "cancelled"]) {
    const reply = await setStatus(shop, buyer.token, order._id, { status });
    expect([reply.statusCode, problemOf(reply).code]).toEqual([403, "not_allowed"]);
  }
  for (const status of ["PAID", "", null, undefined, 1, ["paid"]]) {
    expectRefused(await setStatus(shop, buyer.token, order._id, { status }), "status");
  }
  expectRefused(await setStatus(shop, buyer.token, order._id, []), "body");
  expectRefused(await setStatus(shop, buyer.token, order._id, { status: "paid", signature: 7 }), "signature");
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(order);
});

test("returns 404 for malformed ids and for other people's orders", async ({ shop }) => {
  const { order } = await orderOne(shop);
  const stranger = await makeCustomer(shop);
  const ids = [order._id, randomUUID(), "x", "my'--", "%00", "x".repeat(300), `${order._id}0`];
  for (const id of ids) {
    const replies = [
      await shop.call("GET", `/api/orders/${id}`, { token: stranger.token }),
      await setStatus(shop, stranger.token, id, { status: "paid", paymentId: "pay_x", signature: "x" }),
    ];
    for (const reply of replies) expect([id, reply.statusCode]).toEqual([id, 404]);
    expect(replies[0]!.body).not.toContain("Meera");
  }
  expect((await shop.call("GET", "/api/orders/my", { token: stranger.token })).json()).toEqual([]);
});

test("shows a course's group link to its buyer and the owner, once the order is paid", async ({ shop }) => {
  const { order, buyer, items } = await orderCourse(shop);
  const stranger = await makeCustomer(shop);
  const seen = async () => {
    const bodies = [
      await shop.call("GET", `/api/orders/${order._id}`, { token: buyer.token }),
      await shop.call("GET", "/api/orders/my", { token: buyer.token }),
      await shop.call("GET", `/api/orders/${order._id}`, { token: shop.ownerToken }),
      await shop.call("GET", `/api/orders?q=${order._id}`, { token: shop.ownerToken }),
      await shop.call("GET", "/api/orders/my", { token: stranger.token }),
      await shop.call("GET", `/api/orders/${order._id}`, { token: stranger.token }),
      await shop.call("POST", "/api/cart/quote", { json: { items } }),
    ];
    return bodies.map(({ body }) => body.includes("very-secret"));
  };
  const hidden = [false, false, false, false, false, false, false];
  expect(await seen()).toEqual(hidden);
  for (const status of ["paid", "shipped", "delivered"]) {
    await setStatus(shop, shop.ownerToken, order._id, { status });
    expect(await seen()).toEqual([true, true, true, true, false, false, false]);
  }
  for (const status of ["cancelled", "pending"]) {
    await setStatus(shop, shop.ownerToken, order._id, { status });
    expect(await seen()).toEqual(hidden);
  }
});

test("shows a course's current group link, or the one it was bought with once it is deleted", async ({ shop }) => {
  const { order, buyer, course } = await orderCourse(shop);
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  const link = async () => (await readOrder(shop, buyer.token, order._id)).items[0]!.groupLink;
  expect(await link()).toBe(groupLink);
  const moved = "https://chat.example.com/moved";
  const fields = { title: course.title, actualPrice: "5000", offerPrice: "500", groupLink: moved };
  for (const published of ["true", "false"]) {
    const form = formOf({ ...fields, published });
    await shop.call("PUT", `/api/courses/${course._id}`, { token: shop.ownerToken, form });
    expect(await link()).toBe(moved);
  }
  await shop.call("DELETE", `/api/courses/${course._id}`, { token: shop.ownerToken });
  expect(await link()).toBe(groupLink);
});

test("shows stockShort and paymentNotes to the owner only", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ stockShort: false, paymentNotes: [] });
  const mine = await shop.call("GET", "/api/orders/my", { token: buyer.token });
  for (const shown of [await readOrder(shop, buyer.token, order._id), mine.json()[0]]) {
    expect(shown).not.toHaveProperty("stockShort");
    expect(shown).not.toHaveProperty("paymentNotes");
  }
});

test("returns 404 for a deleted order and keeps its record", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  const remove = () => shop.call("DELETE", `/api/orders/${order._id}`, { token: shop.ownerToken });
  expect((await remove()).json()).toEqual({ message: "Order deleted" });
  expect((await remove()).statusCode).toBe(404);
  for (const token of [buyer.token, shop.ownerToken]) {
    expect((await shop.call("GET", `/api/orders/${order._id}`, { token })).statusCode).toBe(404);
    expect((await setStatus(shop, token, order._id, { status: "paid" })).statusCode).toBe(404);
    const begin = await shop.call("POST", "/api/payments/razorpay", { token, json: { orderId: order._id } });
    expect(begin.statusCode).toBe(404);
  }
  expect((await shop.call("GET", "/api/orders/my", { token: buyer.token })).json()).toEqual([]);
  expect((await list(shop, shop.ownerToken, `?q=${order._id}`)).orders).toEqual([]);
  const { rows } = await shop.db.execute(`select total_paise from orders where id = '${order._id}'`);
  expect(rows).toEqual([{ total_paise: "90000" }]);
});

test("lists the owner's orders newest first, with pages, status filter and search", async ({ shop }) => {
  const word = `Zora${randomUUID().slice(0, 8)}`;
  const product = await makeProduct(shop, { price: "900", stock: "50" });
  const buyer = await makeCustomer(shop);
  const placed: Order[] = [];
  for (let number = 0; number < 7; number++) {
    shop.clock.advance(1000);
    const shipping = { ...SHIPPING, name: `${word} 100%_${number}`, phone: `900000777${number}` };
    const order = await placeOrder(shop, buyer, { ...wants(product._id, 900), shipping });
    await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
    placed.unshift(order);
  }
  const ids = placed.map(({ _id }) => _id);
  const idsOf = async (query: string) => {
    const { orders, total } = await list(shop, shop.ownerToken, query);
    return { ids: orders.map(({ _id }) => _id), total };
  };
  expect(await idsOf(`?q=${word}`)).toEqual({ ids, total: 7 });
  expect(await idsOf(`?q=${word.toLowerCase()}&page=2&limit=3`)).toEqual({ ids: ids.slice(3, 6), total: 7 });
  expect((await idsOf(`?q=${word}&page=1`)).ids).toHaveLength(6);
  expect(await idsOf(`?q=${word}&page=9`)).toEqual({ ids: [], total: 7 });
  await setStatus(shop, shop.ownerToken, ids[2]!, { status: "cancelled" });
  expect(await idsOf(`?q=${word}&status=cancelled`)).toEqual({ ids: [ids[2]], total: 1 });
  expect((await idsOf(`?q=${ids[4]!.slice(-6).toUpperCase()}`)).ids).toContain(ids[4]);
  expect((await idsOf(`?q=${buyer.email}`)).total).toBe(7);
  expect((await idsOf("?q=9000007773")).ids).toEqual([ids[3]]);
  expect((await idsOf(`?q=${encodeURIComponent("100%_3")}`)).ids).toEqual([ids[3]]);
  expect((await idsOf(`?q=${encodeURIComponent("1%3")}`)).ids).toEqual([]);
  expect((await idsOf(`?q=${encodeURIComponent("'\\")}`)).total).toBe(0);
  for (const query of ["page=0", "limit=101", "limit=x", "status=lost", `q=${"x".repeat(101)}`]) {
    const reply = await shop.call("GET", `/api/orders?${query}`, { token: shop.ownerToken });
    expectRefused(reply, query.split("=")[0]!);
  }
  const mine = await shop.call("GET", "/api/orders/my", { token: buyer.token });
  expect(mine.json().map(({ _id }: Order) => _id)).toEqual(ids);
  expect(mine.headers["x-total-count"]).toBe("7");
});
