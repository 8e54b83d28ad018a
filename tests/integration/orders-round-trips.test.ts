import { expect } from "vitest";
import type { Order } from "../../src/contracts/order.ts";
import { makeCourse, makeExpert } from "../support/catalogue.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct } from "../support/forms.ts";
import { beginPayment, readOrder, SHIPPING, sendOrder, setStatus, stockOf } from "../support/orders.ts";
import { mailsAbout, tellOf, test } from "../support/paying-shop.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import type { TestShop } from "../support/test-shop.ts";

/** A buyer the shop knows already, and one of each kind of thing that it sells. */
async function threeLines(shop: TestShop) {
  const stone = await makeProduct(shop, { price: "900", stock: "5" });
  const course = await makeCourse(shop, { offerPrice: "2500", groupLink: "https://chat.example.com/way-in" });
  const expert = await makeExpert(shop, { price: "20" });
  const buyer = await makeCustomer(shop);
  expect((await shop.call("GET", "/api/users/profile", { token: buyer.token })).statusCode).toBe(200);
  const items = [
    { itemId: stone._id, itemType: "product", qty: 2 },
    { itemId: course._id, itemType: "course", qty: 1 },
    { itemId: `${expert._id}-audio-30`, itemType: "consultancy", qty: 1 },
  ];
  return { stone, buyer, form: { items, totalAmount: 2 * 900 + 2500 + 600, shipping: SHIPPING } };
}

async function orderToPay(shop: TestShop) {
  const { buyer, form } = await threeLines(shop);
  const order = (await sendOrder(shop, buyer, form)).json() as Order;
  return { buyer, order, payment: await beginPayment(shop, buyer, order._id) };
}

test("an order of three lines is priced in three ways to the database and placed in one", async ({ shop }) => {
  const { stone, buyer, form } = await threeLines(shop);
  const { result, texts } = await roundTripsOf(() => sendOrder(shop, buyer, form, "a-key"));
  expect(result.statusCode, result.body).toBe(201);
  expect(texts.length, texts.join("\n")).toBe(4);
  // What was answered from memory is what lies in the database.
  const order = result.json() as Order;
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(order);
  expect(await stockOf(shop, stone._id)).toBe(3);
  expect((await sendOrder(shop, buyer, form, "a-key")).json()).toEqual(order);
  expect(await stockOf(shop, stone._id)).toBe(3);
});

test("the owner who buys gets the same answer at once as later", async ({ shop }) => {
  const { form } = await threeLines(shop);
  const order = (await sendOrder(shop, { token: shop.ownerToken }, form)).json() as Order;
  expect(order).toMatchObject({ stockShort: false, paymentNotes: [] });
  expect(await readOrder(shop, shop.ownerToken, order._id)).toEqual(order);
});

test("a payment is begun in three ways: the order is looked at, the payment noted, the provider's order kept", async ({
  shop,
}) => {
  const { buyer, form } = await threeLines(shop);
  const order = (await sendOrder(shop, buyer, form)).json() as Order;
  const { texts } = await roundTripsOf(() => beginPayment(shop, buyer, order._id));
  expect(texts.length, texts.join("\n")).toBe(3);
});

test("money settles an order in one way, and the buyer's whole call takes five", async ({ shop, razorpay }) => {
  const { buyer, order, payment } = await orderToPay(shop);
  const proof = razorpay.proofOf(razorpay.pay(payment.orderId));
  const { result, texts } = await roundTripsOf(() =>
    setStatus(shop, buyer.token, order._id, { status: "paid", ...proof }),
  );
  expect(result.statusCode, result.body).toBe(200);
  expect(result.json()).toMatchObject({ status: "paid", history: [{ by: "buyer" }, { by: "payment" }] });
  expect(texts.length, texts.join("\n")).toBeLessThanOrEqual(5);
  expect(texts.filter((text) => /^\s*(insert|update|with)/.test(text))).toHaveLength(1);
  const { confirmations, notices } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length]).toEqual([1, 1]);
});

test("the same money again, by another road, is looked up, and its news kept: nothing else", async ({
  shop,
  razorpay,
}) => {
  const { order, payment } = await orderToPay(shop);
  const paid = razorpay.pay(payment.orderId);
  expect((await tellOf(shop, paid)).statusCode).toBe(200);
  const { texts } = await roundTripsOf(() => tellOf(shop, paid));
  expect(texts.length, texts.join("\n")).toBe(2);
  expect((await readOrder(shop, shop.ownerToken, order._id)).history).toHaveLength(2);
});

test("a buyer who has just changed the name orders under the new one", async ({ shop }) => {
  const { buyer, form } = await threeLines(shop);
  const saved = await shop.call("PUT", "/api/users/profile", {
    token: buyer.token,
    json: { name: "A New Name", phone: "" },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await sendOrder(shop, buyer, form)).json()).toMatchObject({
    user: { name: "A New Name", email: buyer.email },
  });
});
