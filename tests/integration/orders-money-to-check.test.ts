import { expect } from "vitest";
import { HOLD_MINUTES, UNPAID_DAYS } from "../../src/contracts/orders/order-rules.ts";
import { asOwner } from "../support/admin.ts";
import { appointmentsOf, choose, laterSlots, makeAvailable, paySessions, slotsOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { openPayment, orderOne, readOrder, setStatus, stockOf } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { orderToPay, tellOf, test } from "../support/paying-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

const set = async (shop: TestShop, orderId: string, status: string) =>
  expect((await setStatus(shop, shop.ownerToken, orderId, { status })).statusCode).toBe(200);

async function endHolds(shop: TestShop) {
  shop.clock.advance((HOLD_MINUTES + 1) * 60_000);
  await shop.services.checkout.releaseExpired();
}

const cancel = (shop: TestShop, { token }: { token: string }, orderId: string) =>
  shop.call("POST", `/api/orders/${orderId}/cancel`, { token });
const erase = (shop: TestShop, { token, password }: { token: string; password: string }) =>
  shop.call("DELETE", "/api/users/profile", { token, json: { password } });

test("an order whose payment waits to be checked keeps its pieces, is never paid again, and the system leaves it alone", async ({
  shop,
  razorpay,
}) => {
  const { checkout, payments } = shop.services;
  // The payment came after the cancellation, and the owner opens the order again.
  const late = await orderToPay(shop, 1);
  await cancel(shop, late.buyer, late.order._id);
  await tellOf(shop, await razorpay.pay(late.payment.orderId));
  for (const status of ["paid", "pending"]) await set(shop, late.order._id, status);
  const other = await orderToPay(shop, 1);
  await tellOf(shop, await razorpay.pay(other.payment.orderId, { amount: 89_900 }));

  const both = [late, other];
  for (const { order, buyer } of both) {
    const refused = await openPayment(shop, buyer, order._id);
    const message = "A payment for this order has arrived already. We are looking at it and write to you.";
    expect([refused.statusCode, problemOf(refused)]).toEqual([409, { code: "order_not_payable", message }]);
    // Screens offer to pay for what may be held.
    expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("held");
    expect((await cancel(shop, buyer, order._id)).statusCode).toBe(409);
  }
  await endHolds(shop);
  shop.clock.advance((UNPAID_DAYS + 1) * 24 * 60 * 60_000);
  await checkout.cancelStale(payments.check);
  await renewOwnerToken(shop);
  for (const { order, product } of both) {
    expect((await readOrder(shop, shop.ownerToken, order._id)).status).toBe("pending");
    expect(await stockOf(shop, product._id)).toBe(0);
  }

  // Refunded, it is due again: the hold ends, and the buyer may pay.
  const { paymentId, refundable } = (await readOrder(shop, shop.ownerToken, late.order._id)).paymentNotes![0]!;
  const json = { paymentId, amount: refundable, reason: "Paid too late", restock: false };
  const headers = { "idempotency-key": "late" };
  const refund = await shop.call("POST", `/api/orders/${late.order._id}/refunds`, {
    token: shop.ownerToken,
    json,
    headers,
  });
  expect(refund.statusCode, refund.body).toBe(201);
  await shop.services.checkout.releaseExpired();
  expect(await stockOf(shop, late.product._id)).toBe(1);
});

test("deleting an account ends no order with money in or a parcel on its way", async ({ shop, razorpay }) => {
  const paid = await orderToPay(shop, 1);
  await tellOf(shop, await razorpay.pay(paid.payment.orderId));
  await set(shop, paid.order._id, "pending");
  const sent = await orderOne(shop, 1);
  await set(shop, sent.order._id, "shipped");
  const parcel = { courier: "Delhivery", lines: [{ itemId: sent.product._id, qty: 1 }] };
  expect((await asOwner(shop, "POST", `/api/orders/${sent.order._id}/shipments`, parcel)).statusCode).toBe(201);
  await set(shop, sent.order._id, "pending");
  await endHolds(shop);
  for (const { order, buyer, product } of [paid, sent]) {
    const refused = await erase(shop, buyer);
    expect([refused.statusCode, problemOf(refused)]).toEqual([
      409,
      { code: "order_open", message: expect.stringContaining("has been paid or sent") },
    ]);
    expect((await readOrder(shop, shop.ownerToken, order._id)).status).toBe("pending");
    expect(await stockOf(shop, product._id)).toBe(0);
  }
  await set(shop, paid.order._id, "delivered");
  expect((await erase(shop, paid.buyer)).statusCode).toBe(200);
});

test("an order with the provider's money that is set back keeps its booked times", async ({ shop, razorpay }) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { order, sessions } = await paySessions(shop, razorpay, buyer, expert, 1);
  const [time] = await laterSlots(shop, expert);
  expect((await choose(shop, buyer.token, sessions[0]!, time)).statusCode).toBe(200);
  await set(shop, order._id, "pending");
  await endHolds(shop);
  expect(await appointmentsOf(shop, buyer, order._id)).toMatchObject([{ state: "confirmed", startsAt: time }]);
  expect(await slotsOf(shop, expert)).not.toContain(time);
});
