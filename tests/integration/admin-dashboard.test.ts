import { expect } from "vitest";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { formOf, makeProduct } from "../support/forms.ts";
import { placeOrder, setStatus, wants } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

/** Sets the clock, in Indian time. */
async function setClock(shop: TestShop, time: string) {
  shop.clock.advance(new Date(`${time}+05:30`).getTime() - shop.clock.now().getTime());
  await renewOwnerToken(shop);
}

async function order(shop: TestShop, rupees: number, status = "paid") {
  const product = await makeProduct(shop, { price: `${rupees}`, stock: "50" });
  const placed = await placeOrder(shop, await makeCustomer(shop), wants(product._id, rupees));
  if (status !== "pending") await set(shop, placed._id, status);
  return placed;
}

async function set(shop: TestShop, id: string, status: string) {
  const reply = await setStatus(shop, shop.ownerToken, id, { status });
  expect(reply.statusCode, reply.body).toBe(200);
}

async function readDashboard(shop: TestShop) {
  const reply = await asOwner(shop, "GET", "/api/dashboard");
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Dashboard;
}

const soldOn = ({ sales }: Dashboard) => sales.days.filter(({ orders }) => orders > 0);

test("counts sales by the Indian day on which an order was paid, and the whole month on its 31st day", async () => {
  const shop = await openOwnShop();
  await setClock(shop, "2026-10-01T00:00:00.000");
  await order(shop, 500);
  await setClock(shop, "2026-10-31T12:00:00.000");
  const { sales } = await readDashboard(shop);
  expect([sales.month.rupees, sales.days[0]!.date]).toEqual([500, "2026-10-02"]);

  await setClock(shop, "2026-10-31T23:59:59.999");
  await order(shop, 1000);
  await setClock(shop, "2026-11-01T00:00:00.000");
  await order(shop, 2000.5);
  await setClock(shop, "2026-11-09T00:00:00.000");
  await order(shop, 100);
  await setClock(shop, "2026-11-14T23:59:59.999");
  const waiting = await order(shop, 40, "pending");
  await order(shop, 3000);
  await setClock(shop, "2026-11-15T00:00:00.000");
  await order(shop, 4000);
  await set(shop, waiting._id, "paid");
  await setClock(shop, "2026-11-15T23:59:59.999");

  const sunday = await readDashboard(shop);
  expect(sunday.sales).toMatchObject({
    today: { rupees: 4040, orders: 2 },
    week: { rupees: 7140, orders: 4 },
    month: { rupees: 9140.5, orders: 5 },
  });
  expect(sunday.sales.days.map(({ date }) => date)).toHaveLength(30);
  expect([sunday.sales.days[0]!.date, sunday.sales.days[29]!.date]).toEqual(["2026-10-17", "2026-11-15"]);
  expect(new Set(sunday.sales.days.map(({ date }) => date)).size).toBe(30);
  expect(soldOn(sunday)).toEqual([
    { date: "2026-10-31", rupees: 1000, orders: 1 },
    { date: "2026-11-01", rupees: 2000.5, orders: 1 },
    { date: "2026-11-09", rupees: 100, orders: 1 },
    { date: "2026-11-14", rupees: 3000, orders: 1 },
    { date: "2026-11-15", rupees: 4040, orders: 2 },
  ]);

  await setClock(shop, "2026-11-16T00:00:00.000");
  expect((await readDashboard(shop)).sales).toMatchObject({
    today: { rupees: 0, orders: 0 },
    week: { rupees: 0, orders: 0 },
    month: { rupees: 9140.5, orders: 5 },
  });
  await setClock(shop, "2026-12-01T00:00:00.000");
  const december = await readDashboard(shop);
  expect(december.sales.month).toEqual({ rupees: 0, orders: 0 });
  expect(soldOn(december)[0]).toEqual({ date: "2026-11-09", rupees: 100, orders: 1 });
});

test("counts each order once, from its first payment, unless it is unpaid, cancelled or deleted", async () => {
  const shop = await openOwnShop();
  await setClock(shop, "2026-11-10T12:00:00.000");
  await order(shop, 1, "pending");
  await order(shop, 2, "cancelled");
  const cancelled = await order(shop, 4);
  await set(shop, cancelled._id, "cancelled");
  const deleted = await order(shop, 8);
  await asOwner(shop, "DELETE", `/api/orders/${deleted._id}`);
  const shipped = await order(shop, 16);
  await set(shop, shipped._id, "shipped");
  const reopened = await order(shop, 32);
  await setClock(shop, "2026-11-12T12:00:00.000");
  await set(shop, reopened._id, "pending");
  await set(shop, reopened._id, "paid");
  await set(shop, shipped._id, "delivered");
  const byHand = await order(shop, 64, "shipped");
  const money = { paymentId: "pay_late", amountPaise: 6400, currency: "INR" };
  expect(soldOn(await readDashboard(shop))).toEqual([{ date: "2026-11-10", rupees: 48, orders: 2 }]);
  expect(await shop.services.checkout.settle(byHand._id, money)).toBe("settled");
  const sold = [
    { date: "2026-11-10", rupees: 48, orders: 2 },
    { date: "2026-11-12", rupees: 64, orders: 1 },
  ];
  expect(soldOn(await readDashboard(shop))).toEqual(sold);
});

test("lists waiting orders, low stock and payments to check with their counts", async () => {
  const shop = await openOwnShop();
  const waiting = [];
  for (let i = 0; i < 6; i++) {
    waiting.push(await order(shop, 100 + i));
    shop.clock.advance(1000);
  }
  await set(shop, waiting[0]!._id, "shipped");
  const pending = await order(shop, 900, "pending");
  await shop.services.checkout.settle(pending._id, { paymentId: "pay_odd", amountPaise: 100, currency: "INR" });
  for (const stock of [4, 3, 0, ...Array(10).fill(2)])
    await makeProduct(shop, { title: `Low ${stock}`, stock: `${stock}` });
  await makeProduct(shop, { title: "Draft", stock: "0", published: "false" });

  const dashboard = await readDashboard(shop);
  expect(dashboard.waiting.count).toBe(5);
  expect(dashboard.waiting.orders.map(({ _id }) => _id)).toEqual(
    waiting
      .slice(1)
      .map(({ _id }) => _id)
      .reverse(),
  );
  expect(dashboard.waiting.orders[0]).toEqual({
    _id: waiting[5]!._id,
    name: "Meera Test",
    totalAmount: 105,
    createdAt: waiting[5]!.createdAt,
  });
  expect(dashboard.lowStock.count).toBe(12);
  expect(dashboard.lowStock.products.map(({ stock }) => stock)).toEqual([0, ...Array(9).fill(2)]);
  expect(dashboard.lowStock.products[0]).toMatchObject({ title: "Low 0", image: null, _id: expect.any(String) });
  expect(dashboard.paymentsToCheck).toEqual({
    count: 1,
    payments: [
      {
        paymentId: "pay_odd",
        orderId: pending._id,
        amount: 1,
        currency: "INR",
        note: expect.stringContaining("not the order's total"),
        at: shop.clock.now().toISOString(),
      },
    ],
  });
  expect([dashboard.payments, dashboard.stockShort]).toEqual(["sandbox", { count: 0, orders: [] }]);

  // An order that is paid after its stock was sold is listed too.
  const product = await makeProduct(shop, { price: "900", stock: "1" });
  const late = await placeOrder(shop, await makeCustomer(shop), wants(product._id, 900));
  shop.clock.advance((HOLD_MINUTES + 1) * 60_000);
  await shop.services.checkout.releaseExpired();
  await placeOrder(shop, await makeCustomer(shop), wants(product._id, 900));
  await shop.services.checkout.settle(late._id, { paymentId: "pay_1", amountPaise: 90_000, currency: "INR" });
  expect((await readDashboard(shop)).stockShort).toMatchObject({
    count: 1,
    orders: [{ _id: late._id, totalAmount: 900 }],
  });
});

test("counts all records; a new shop has none", async () => {
  const shop = await openOwnShop();
  const none = { products: 0, courses: 0, orders: 0, blogs: 0, experts: 0, unreadEnquiries: 0 };
  expect((await readDashboard(shop)).counts).toEqual(none);
  const placed = await order(shop, 10);
  await order(shop, 10);
  await asOwner(shop, "DELETE", `/api/orders/${placed._id}`);
  const make = (path: string, fields: Record<string, string>) =>
    shop.call("POST", `/api/${path}`, { token: shop.ownerToken, form: formOf(fields) });
  await make("courses", { title: "C", actualPrice: "9", offerPrice: "9" });
  await make("experts", { name: "E" });
  await make("blogs", { title: "B", content: "B" });
  const json = { name: "M", email: "m@example.com", message: "?" };
  for (let i = 0; i < 2; i++) await shop.call("POST", "/api/enquiries", { json });
  const [enquiry] = (await asOwner(shop, "GET", "/api/enquiries")).json();
  await asOwner(shop, "PUT", `/api/enquiries/${enquiry._id}`, { read: true });
  expect((await readDashboard(shop)).counts).toEqual({
    products: 2,
    courses: 1,
    orders: 1,
    blogs: 1,
    experts: 1,
    unreadEnquiries: 1,
  });
});
