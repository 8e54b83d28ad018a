import { describe, expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import { asOwner } from "../support/admin.ts";
import { couponForm, itemOf, makeCoupon, makeStone, quoteTotals, readCoupon, withCode } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeCourse, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import {
  type Customer,
  openPayment,
  placeOrder,
  readOrder,
  SHIPPING,
  sendOrder,
  setStatus,
  stockOf,
  wants,
} from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const HOLD_MS = HOLD_MINUTES * 60_000;

/** The sandbox is called over HTTP. */
async function listen({ app }: TestShop) {
  if (!app.server.listening) await app.listen({ port: 0 });
}

describe("the use of a coupon", () => {
  async function orderWith(shop: TestShop, fields: Record<string, string> = { totalUses: "1" }) {
    const stone = await makeStone(shop);
    const coupon = await makeCoupon(shop, fields);
    const buyer = await makeCustomer(shop);
    const order = await placeOrder(shop, buyer, withCode(stone._id, coupon.code));
    const reportOf = async () => (await readCoupon(shop, coupon)).report;
    const takeByOther = async () => {
      const other = await makeCustomer(shop);
      return { other, taken: await placeOrder(shop, other, withCode(stone._id, coupon.code)) };
    };
    const pay = (by: Customer, { _id }: Order) => openPayment(shop, by, _id);
    return { stone, coupon, buyer, order, reportOf, takeByOther, pay };
  }

  const cancel = (shop: TestShop, { token }: Customer, { _id }: Order) =>
    shop.call("POST", `/api/orders/${_id}/cancel`, { token });

  test("is reserved by an order, released by cancelling, and taken again by re-opening unless the coupon is used up", async ({
    shop,
  }) => {
    const { coupon, buyer, order, reportOf, takeByOther } = await orderWith(shop);
    expect(await reportOf()).toEqual({ uses: 0, reserved: 1, late: 0, discount: 0, revenue: 0 });
    await cancel(shop, buyer, order);
    expect(await reportOf()).toMatchObject({ reserved: 0 });
    expect((await setStatus(shop, shop.ownerToken, order._id, { status: "paid" })).statusCode).toBe(200);
    expect(await reportOf()).toEqual({ uses: 1, reserved: 0, late: 0, discount: 90, revenue: 810 });
    await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
    const { other, taken } = await takeByOther();
    const reopened = await setStatus(shop, shop.ownerToken, order._id, { status: "pending" });
    expect([reopened.statusCode, problemOf(reopened).message]).toEqual([
      409,
      `The order cannot be re-opened: its coupon ${coupon.code} has been used up since.`,
    ]);
    expect((await readOrder(shop, shop.ownerToken, order._id)).status).toBe("cancelled");
    await cancel(shop, other, taken);
    expect((await setStatus(shop, shop.ownerToken, order._id, { status: "pending" })).statusCode).toBe(200);
    expect(await reportOf()).toMatchObject({ uses: 0, reserved: 1 });
    expect((await asOwner(shop, "DELETE", `/api/coupons/${coupon._id}`)).json()).toMatchObject({ code: "coupon_used" });
    const csv = (await asOwner(shop, "GET", "/api/coupons.csv")).body;
    expect(csv).toContain(`${coupon.code},true,percent,10,`);
  });

  test("is reserved again with a renewed hold; paying returns 409 when the coupon is used up", async ({ shop }) => {
    await listen(shop);
    const first = await orderWith(shop);
    shop.clock.advance(HOLD_MS);
    await shop.services.checkout.releaseExpired();
    expect(await first.reportOf()).toMatchObject({ reserved: 0 });
    expect((await first.pay(first.buyer, first.order)).statusCode).toBe(200);
    expect(await first.reportOf()).toMatchObject({ reserved: 1 });

    const { buyer, order, takeByOther, pay } = await orderWith(shop);
    shop.clock.advance(HOLD_MS);
    // Placing releases the expired hold itself.
    await takeByOther();
    const refused = await pay(buyer, order);
    expect([refused.statusCode, problemOf(refused).code]).toEqual([409, "coupon_invalid"]);
    expect(problemOf(refused).message).toMatch(/used up.*order again/);
  });

  test("paying after the hold returns 409 when the coupon has ended, is for a first order, or takes off another amount", async ({
    shop,
  }) => {
    await listen(shop);
    const changed = async (change: Record<string, string>) => {
      const { coupon, buyer, order, pay } = await orderWith(shop, {});
      shop.clock.advance(HOLD_MS);
      const form = couponForm({ code: coupon.code, ...change });
      const saved = await shop.call("PUT", `/api/coupons/${coupon._id}`, { token: shop.ownerToken, form });
      expect(saved.statusCode, saved.body).toBe(200);
      return pay(buyer, order);
    };
    expect((await changed({ value: "20" })).json()).toMatchObject({ code: "price_changed", total: 720 });
    expect(problemOf(await changed({ active: "false" })).code).toBe("coupon_invalid");
    expect(problemOf(await changed({ until: "2020-01-01" })).code).toBe("coupon_invalid");
    expect((await changed({})).statusCode).toBe(200);

    const { stone, buyer, order, pay } = await orderWith(shop, { firstOrderOnly: "true" });
    const other = await placeOrder(shop, buyer, wants(stone._id, 900, 2));
    await setStatus(shop, shop.ownerToken, other._id, { status: "paid" });
    shop.clock.advance(HOLD_MS);
    expect(problemOf(await pay(buyer, order)).message).toMatch(/first order only.*order again/);
  });

  test("counts as late when the owner marks an order as paid after the coupon was used up; the order keeps its price", async ({
    shop,
  }) => {
    const { buyer, order, coupon, takeByOther, reportOf } = await orderWith(shop);
    shop.clock.advance(HOLD_MS);
    await shop.services.checkout.releaseExpired();
    const { other, taken } = await takeByOther();
    await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
    const seen = await readOrder(shop, shop.ownerToken, order._id);
    expect(seen).toMatchObject({ status: "paid", totalAmount: 810, events: [{ kind: "coupon", by: "owner" }] });
    expect(seen.events?.[0]?.text).toContain(coupon.code);
    expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("events");
    expect(await reportOf()).toEqual({ uses: 0, reserved: 1, late: 1, discount: 90, revenue: 810 });
    await setStatus(shop, shop.ownerToken, taken._id, { status: "paid" });
    expect(await reportOf()).toMatchObject({ uses: 1, reserved: 0, late: 1, discount: 180, revenue: 1620 });
    expect(await sendOrder(shop, other, withCode(order.items[0]!.itemId, coupon.code))).toMatchObject({
      statusCode: 409,
    });
  });

  test("is released when the account is deleted; a coupon's limit cannot go below its uses", async ({ shop }) => {
    const { coupon, reportOf, takeByOther } = await orderWith(shop, { totalUses: "2" });
    const { other, taken } = await takeByOther();
    const lowered = await shop.call("PUT", `/api/coupons/${coupon._id}`, {
      token: shop.ownerToken,
      form: couponForm({ code: coupon.code, totalUses: "1" }),
    });
    expect(expectRefused(lowered, "totalUses").totalUses).toContain("has 2 uses already");
    shop.clock.advance(HOLD_MS);
    const json = { password: other.password };
    const gone = await shop.call("DELETE", "/api/users/profile", { token: other.token, json });
    expect(gone.statusCode, gone.body).toBe(200);
    expect((await readOrder(shop, shop.ownerToken, taken._id)).status).toBe("cancelled");
    expect(await reportOf()).toMatchObject({ reserved: 1 });
  });
});

test("an order with nothing to pay is paid at once, without the provider", async () => {
  const shop = await openOwnShop();
  const stone = await makeStone(shop);
  const buyer = await makeCustomer(shop);
  const { code, _id } = await makeCoupon(shop, { value: "100" });
  const order = await placeOrder(shop, buyer, withCode(stone._id, code, 0), "free");
  expect(order).toMatchObject({ status: "paid", totalAmount: 0, discount: 900 });
  expect(order.history.map(({ status, by }) => [status, by])).toEqual([
    ["pending", "buyer"],
    ["paid", "system"],
  ]);
  expect((await placeOrder(shop, buyer, withCode(stone._id, code, 0), "free"))._id).toBe(order._id);
  const seen = await readOrder(shop, buyer.token, order._id);
  expect(seen.events).toMatchObject([{ kind: "payment", by: "system" }]);
  expect(seen).not.toHaveProperty("paymentId");
  const refused = await shop.call("POST", "/api/payments/razorpay", {
    token: buyer.token,
    json: { orderId: order._id },
  });
  expect([refused.statusCode, problemOf(refused).message]).toEqual([409, "There is nothing to pay for this order."]);
  expect(await stockOf(shop, stone._id)).toBe(49);
  expect((await readCoupon(shop, { _id })).report).toMatchObject({ uses: 1, discount: 900, revenue: 0 });
  const { rows } = await shop.db.execute("select count(*)::int as rows from payment_orders");
  expect(rows).toEqual([{ rows: 0 }]);
  const [mail] = await mailsTo(shop, SHIPPING.email);
  expect(mail?.text).toContain("there is nothing to pay");
});

test("delivery is charged for pieces, free from a value after the coupon, and waived by a coupon", async () => {
  const shop = await openOwnShop();
  const stone = await makeStone(shop, { weightGrams: "400" });
  const course = await makeCourse(shop);
  const buyer = await makeCustomer(shop);
  const charge = {
    isCharged: true,
    flat: 99,
    freeAbove: 900,
    slabs: [{ upToGrams: 500, price: 60.5 }],
    defaultWeightGrams: 250,
    pinPrices: [{ prefix: "744", price: 300 }],
  };
  const published = await publishSettings(shop, "delivery", { charge });
  expect(published.statusCode, published.body).toBe(200);
  expect((await shop.call("GET", "/api/site")).json().shop.delivery).toEqual({ hasPinPrices: true });
  const ten = await makeCoupon(shop);
  const free = await makeCoupon(shop, { kind: "free_delivery", value: "" });
  const quote = async (items: unknown[], more: object) => {
    const { subtotal, discount, delivery, total } = (await quoteTotals(shop, { items, ...more })).quote;
    return [subtotal, discount, delivery, total];
  };
  const items = [itemOf(stone._id)];
  expect(await quote(items, { pin: "" })).toEqual([900, 0, 0, 900]);
  expect(await quote(items, { coupon: ten.code })).toEqual([900, 90, 60.5, 870.5]);
  expect(await quote(items, { coupon: ten.code, pin: "744 101" })).toEqual([900, 90, 300, 1110]);
  expect(await quote([{ itemId: course._id, itemType: "course", qty: 1 }], { pin: "" })).toEqual([
    2500.5, 0, 0, 2500.5,
  ]);

  const form = withCode(stone._id, ten.code, 870.5);
  const order = await placeOrder(shop, buyer, form);
  expect(order).toMatchObject({ totalAmount: 870.5, discount: 90, delivery: 60.5 });
  const far = { ...form, shipping: { ...SHIPPING, pin: "744101" } };
  expect((await sendOrder(shop, buyer, far)).json()).toMatchObject({
    code: "price_changed",
    delivery: 300,
    total: 1110,
  });

  await publishSettings(shop, "delivery", { charge: { ...charge, freeAbove: 0 } });
  const waived = await placeOrder(shop, buyer, withCode(stone._id, free.code, 900));
  expect(waived).toMatchObject({ totalAmount: 900, coupon: free.code });
  expect(waived).not.toHaveProperty("delivery");
  for (const { _id } of [order, waived]) await setStatus(shop, shop.ownerToken, _id, { status: "paid" });
  expect((await readCoupon(shop, free)).report).toMatchObject({ uses: 1, discount: 60.5, revenue: 900 });
  const mails = (await mailsTo(shop, SHIPPING.email)).map(({ text }) => text).join("\n");
  for (const text of [`90 (${ten.code})`, "60.5", `Free (${free.code})`]) expect(mails).toContain(text);
  const csv = (await asOwner(shop, "GET", "/api/orders.csv")).body;
  expect(csv).toContain(`,90,60.5,${ten.code}\r\n`);
  const today = new Date(shop.clock.now().getTime() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
  const sales = (await asOwner(shop, "GET", `/api/sales?by=product&from=${today}&to=${today}`)).json();
  expect(sales).toMatchObject({ total: { rupees: 1770.5 }, rows: [{ rupees: 1800 }], discounts: 90, delivery: 60.5 });
});
