import { expect } from "vitest";
import { couponGuessesByIp } from "../../src/server/coupons/limits.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { countTries } from "../support/counted-tries.ts";
import {
  couponForm,
  itemOf,
  makeCoupon,
  makeStone,
  quoteTotals,
  readCoupon,
  sendCoupon,
  someCode,
  withCode,
} from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeCourse, makeProduct, problemOf } from "../support/forms.ts";
import { type Customer, placeOrder, sendOrder, setStatus, stockOf, wants } from "../support/orders.ts";
import { someAddress } from "../support/people.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Places an order with the code and expects the refusal at its field. */
async function refusalOf(shop: TestShop, buyer: Pick<Customer, "token">, productId: string, code: string) {
  const reply = await sendOrder(shop, buyer, withCode(productId, code));
  const { code: word, message, fields } = problemOf(reply);
  expect([reply.statusCode, word], reply.body).toEqual([409, "coupon_invalid"]);
  expect(fields).toEqual({ coupon: message });
  return message;
}

test("the owner creates, changes and deletes coupons; a code is unique, ignoring case", async ({ shop }) => {
  const code = someCode();
  const made = await makeCoupon(shop, {
    code: code.toLowerCase(),
    minTotal: "500",
    until: "2030-01-31",
    totalUses: "3",
  });
  expect(made).toMatchObject({
    code,
    kind: "percent",
    value: 10,
    minTotal: 500,
    active: true,
    scope: "all",
    version: 1,
  });
  const fields = expectRefused(await sendCoupon(shop, { code: code.toLowerCase() }), "code");
  expect(fields.code).toBe("Another coupon has this code.");
  for (const [changes, field] of [
    [{ code: "SAVE 10" }, "code"],
    [{ value: "" }, "value"],
    [{ value: "101" }, "value"],
    [{ from: "2026-12-02", until: "2026-12-01" }, "until"],
    [{ scope: "category" }, "categories"],
    [{ scope: "items" }, "products"],
  ] as const)
    expectRefused(await sendCoupon(shop, changes), field);

  const put = (change: Record<string, string>) =>
    shop.call("PUT", `/api/coupons/${made._id}`, { token: shop.ownerToken, form: couponForm({ code, ...change }) });
  expect((await put({ version: "1", active: "false" })).json()).toMatchObject({ active: false, version: 2 });
  const conflict = await put({ version: "1" });
  expect([conflict.statusCode, problemOf(conflict).code]).toEqual([409, "changed_meanwhile"]);
  expect(conflict.json().current).toMatchObject({ code, active: false });

  const found = await asOwner(shop, "GET", `/api/coupons?q=${code.slice(2).toLowerCase()}`);
  expect(found.json()).toMatchObject([{ _id: made._id }]);
  expect((await asOwner(shop, "DELETE", `/api/coupons/${made._id}`)).statusCode).toBe(200);
  expect((await asOwner(shop, "GET", `/api/coupons/${made._id}`)).statusCode).toBe(404);
  const actions = (await activityOf(shop, made._id)).map(({ action, title }) => [action, title]);
  expect(actions).toEqual(["deleted", "updated", "created"].map((action) => [action, code]));
});

test("a quote with a coupon or a PIN code has totals; without both it is the list of lines", async ({ shop }) => {
  const stone = await makeStone(shop, { offerPrice: "333.33" });
  const items = [itemOf(stone._id, 3)];
  const lines = (await shop.call("POST", "/api/cart/quote", { json: { items } })).json();
  expect(lines).toMatchObject([{ itemId: stone._id, price: 333.33 }]);
  const plain = { lines, subtotal: 999.99, discount: 0, delivery: 0, total: 999.99, coupon: null };
  expect((await quoteTotals(shop, { items, coupon: "" })).quote).toEqual(plain);
  expect((await quoteTotals(shop, { items, pin: "" })).quote).toEqual(plain);
  const { code } = await makeCoupon(shop);
  expect((await quoteTotals(shop, { items, coupon: ` ${code.toLowerCase()} ` })).quote).toEqual({
    ...plain,
    discount: 100,
    total: 899.99,
    coupon: { code },
  });
  const refused = { ...plain, coupon: { code: "NO-SUCH", problem: "This code is not valid." } };
  expect((await quoteTotals(shop, { items, coupon: "no-such" })).quote).toEqual(refused);
  expect((await quoteTotals(shop, { items, pin: "12" })).status).toBe(400);
  const { code: limited } = await makeCoupon(shop, { usesPerCustomer: "1" });
  expect((await quoteTotals(shop, { items, coupon: limited })).quote.coupon?.note).toMatch(/once you are logged in/);
});

test("wrong codes are limited for an account and an address, right ones are not", async ({ shop }) => {
  const items = [itemOf((await makeStone(shop))._id)];
  const { code } = await makeCoupon(shop);
  const address = someAddress();
  const ask = async (coupon: string, token?: string) =>
    (await quoteTotals(shop, { items, coupon }, { address, token })).status;
  const { token } = await makeCustomer(shop);
  for (let round = 0; round < 20; round++) expect(await ask(someCode(), token)).toBe(200);
  expect(await ask(someCode(), token)).toBe(429);
  expect(await ask(code, token)).toBe(200);
  expect(await ask(someCode(), (await makeCustomer(shop)).token)).toBe(200);
  await countTries(shop, 178, couponGuessesByIp, address);
  expect(await ask(someCode())).toBe(200);
  expect(await ask(someCode())).toBe(429);
  for (const one of [code, ""]) expect(await ask(one)).toBe(200);
});

test("every reason for refusing a coupon is reported at its field", async ({ shop }) => {
  const stone = await makeStone(shop);
  const buyer = await makeCustomer(shop);
  const today = shop.clock.now().getTime();
  const day = (offset: number) => new Date(today + offset * DAY_MS + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
  const course = await makeCourse(shop);
  const reasons = {
    "is not valid": { active: "false" },
    "is valid from": { from: day(1) },
    "was valid until": { until: day(-1) },
    "at least ₹900.01": { minTotal: "900.01" },
    "Nothing in your cart": { scope: "items", courses: course._id },
    "Nothing in your cart goes with": { scope: "category", categories: "idols,type:course" },
    "no delivery charge": { kind: "free_delivery", value: "" },
  };
  for (const [reason, fields] of Object.entries(reasons))
    expect(await refusalOf(shop, buyer, stone._id, (await makeCoupon(shop, fields)).code)).toContain(reason);
  expect(await refusalOf(shop, buyer, stone._id, someCode())).toBe("This code is not valid.");

  const good = { from: day(0), until: day(0), minTotal: "900", scope: "category", categories: "tumbles" };
  const { code } = await makeCoupon(shop, { ...good, firstOrderOnly: "true" });
  const order = await placeOrder(shop, buyer, withCode(stone._id, code.toLowerCase()));
  expect(order).toMatchObject({ totalAmount: 810, discount: 90, coupon: code, items: [{ price: 900, discount: 90 }] });
  expect(order).not.toHaveProperty("delivery");
  expect((await sendOrder(shop, buyer, withCode(stone._id, code))).json()).toMatchObject({ reused: true });
  const two = { ...withCode(stone._id, code, 1620), items: [itemOf(stone._id, 2)] };
  expect(problemOf(await sendOrder(shop, buyer, two)).message).toMatch(/waits for its payment/);
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  expect(await refusalOf(shop, buyer, stone._id, code)).toBe("You have used this code already.");
  const { code: welcome } = await makeCoupon(shop, { firstOrderOnly: "true" });
  expect(await refusalOf(shop, buyer, stone._id, welcome)).toBe("This code is for a first order only.");
  const once = await makeCoupon(shop, { totalUses: "1" });
  await placeOrder(shop, await makeCustomer(shop), withCode(stone._id, once.code));
  expect(await refusalOf(shop, buyer, stone._id, once.code)).toBe("This code has been used up.");

  const changed = await sendOrder(shop, buyer, withCode(stone._id, (await makeCoupon(shop)).code, 900));
  expect([changed.statusCode, changed.json()]).toMatchObject([
    409,
    { code: "price_changed", subtotal: 900, discount: 90, delivery: 0, total: 810, lines: [{ price: 900 }] },
  ]);
});

test("the same cart with another coupon is another order", async ({ shop }) => {
  const stone = await makeStone(shop);
  const buyer = await makeCustomer(shop);
  const codes = [await makeCoupon(shop), await makeCoupon(shop)].map(({ code }) => code);
  const orders = [];
  for (const code of codes) orders.push(await placeOrder(shop, buyer, withCode(stone._id, code)));
  orders.push(await placeOrder(shop, buyer, wants(stone._id, 900)));
  expect(new Set(orders.map(({ _id }) => _id)).size).toBe(3);
});

test("50 buyers at once in two processes get the last use once", async () => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const second = await openSecondShop(shop);
  for (const { db } of [shop, second]) db.$client.options.connectionTimeoutMillis = 60_000;
  const stone = await makeProduct(shop, { price: "900", stock: "900" });
  const coupon = await makeCoupon(shop, { totalUses: "1" });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => makeCustomer(shop)));
  const replies = await Promise.all(
    buyers.map(({ token }, index) =>
      [shop.app, second.app][index % 2]!.inject({
        method: "POST",
        url: "/api/orders",
        headers: { authorization: `Bearer ${token}` },
        payload: withCode(stone._id, coupon.code),
      }),
    ),
  );
  const placed = replies.filter(({ statusCode }) => statusCode === 201);
  expect(placed).toHaveLength(1);
  const refused = replies.filter(({ statusCode }) => statusCode !== 201);
  expect(new Set(refused.map((reply) => problemOf(reply).message))).toEqual(new Set(["This code has been used up."]));
  expect((await readCoupon(shop, coupon)).report).toMatchObject({ uses: 0, reserved: 1 });
  expect(await stockOf(shop, stone._id)).toBe(899);
});
