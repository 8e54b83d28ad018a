import { decodeJwt } from "jose";
import { expect } from "vitest";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import type { FullOrder } from "../../src/server/orders/core/order.ts";
import { asOwner } from "../support/admin.ts";
import { buySession, choose, laterSlots, makeAvailable, slotsOf } from "../support/appointments.ts";
import { itemOf, makeCoupon, makeStone } from "../support/coupons.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { mailsTo } from "../support/mails.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import { orderOne, placeOrder, SHIPPING, setStatus } from "../support/orders.ts";
import { type TestShop, test } from "../support/test-shop.ts";

/** Adds a follower that writes down what it is told: the status and the stock, before and after. */
function follow(shop: TestShop) {
  const told: string[] = [];
  const tell = (full: FullOrder | undefined) => (full ? `${full.order.status} ${full.order.stock}` : "new");
  shop.services.followers.push(async (_tx, { before, after, command }) => {
    told.push(`${command.type}: ${tell(before)} → ${tell(after)}`);
  });
  return () => told.splice(0);
}

const set = async (shop: TestShop, orderId: string, status: string) =>
  expect((await setStatus(shop, shop.ownerToken, orderId, { status })).statusCode).toBe(200);

const settle = ({ services }: TestShop, order: { _id: string; totalAmount: number }, paymentId: string) =>
  services.checkout.settle(order._id, { paymentId, amountPaise: 100 * order.totalAmount, currency: "INR" });

const remove = (shop: TestShop, orderId: string) => asOwner(shop, "DELETE", `/api/orders/${orderId}`);

const paymentsToCheck = async (shop: TestShop) =>
  ((await asOwner(shop, "GET", "/api/dashboard")).json() as Dashboard).paymentsToCheck.payments;

test("a follower sees every change of an order, before and after", async ({ shop }) => {
  const heard = follow(shop);
  const { order, buyer } = await orderOne(shop);
  expect(heard()).toEqual(["place: new → pending reserved"]);
  shop.clock.advance((HOLD_MINUTES + 1) * 60_000);
  await shop.services.checkout.releaseExpired();
  expect(heard()).toEqual(["endHold: pending reserved → pending released"]);
  await shop.services.checkout.openForPayment(order._id, { id: buyer.id, role: "customer" }, "192.0.2.1");
  expect(heard()).toEqual(["renewHold: pending released → pending reserved"]);
  await settle(shop, order, `pay_${order._id}`);
  await settle(shop, order, `pay_${order._id}`);
  expect(heard()).toEqual(["receiveMoney: pending reserved → paid sold"]);
  for (const [status, change] of [
    ["shipped", "paid sold → shipped sold"],
    ["delivered", "shipped sold → delivered sold"],
    ["cancelled", "delivered sold → cancelled released"],
    ["delivered", "cancelled released → delivered sold"],
    ["pending", "delivered sold → pending sold"],
  ] as const) {
    await set(shop, order._id, status);
    expect(heard()).toEqual([`setStatus: ${change}`]);
  }
  await set(shop, order._id, "pending");
  expect(heard()).toEqual([]);
  await remove(shop, order._id);
  expect(heard()).toEqual(["delete: pending sold → pending sold"]);

  const coupon = await makeCoupon(shop, { value: "100" });
  const stone = await makeStone(shop);
  const form = { items: [itemOf(stone._id)], totalAmount: 0, coupon: coupon.code, shipping: SHIPPING };
  expect(await placeOrder(shop, buyer, form)).toMatchObject({
    status: "paid",
    history: [
      { status: "pending", by: "buyer" },
      { status: "paid", by: "system" },
    ],
  });
  expect(heard()).toEqual(["place: new → pending reserved", "acceptFree: pending reserved → paid sold"]);

  const { order: unpaid, buyer: leaving } = await orderOne(shop);
  await shop.call("POST", `/api/orders/${unpaid._id}/cancel`, { token: leaving.token });
  const { token, password } = leaving;
  expect((await shop.call("DELETE", "/api/users/profile", { token, json: { password } })).statusCode).toBe(200);
  expect(heard()).toEqual([
    "place: new → pending reserved",
    "cancel: pending reserved → cancelled released",
    "erase: cancelled released → cancelled released",
  ]);
});

test("a follower that refuses leaves the order as it was", async ({ shop }) => {
  const { order } = await orderOne(shop);
  shop.services.followers.push(async () => {
    throw new Error("not today");
  });
  await expect(settle(shop, order, `pay_${order._id}`)).rejects.toThrow("not today");
  shop.services.followers.pop();
  const { status, history } = (await asOwner(shop, "GET", `/api/orders/${order._id}`)).json();
  expect([status, history.length]).toEqual(["pending", 1]);
  expect(await settle(shop, order, `pay_${order._id}`)).toBe("settled");
});

test("deleting a paid order frees its time, tells buyer and expert, and lists its money", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const account = await makeExpertAccount(shop, expert);
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  await settle(shop, { _id: orderId, totalAmount: 1200 }, `pay_${orderId}`);
  const [time] = await laterSlots(shop, expert);
  expect((await choose(shop, buyer.token, appointments[0]!, time!)).statusCode).toBe(200);
  expect(await slotsOf(shop, expert)).not.toContain(time);

  expect((await remove(shop, orderId)).statusCode).toBe(200);
  expect(await slotsOf(shop, expert)).toContain(time);
  const isTold = async (email: string) =>
    (await mailsTo(shop, email)).some(({ headers }) => /cancelled/i.test(headers.subject ?? ""));
  expect([await isTold(buyer.email), await isTold(account.email)]).toEqual([true, true]);
  const [listed] = (await paymentsToCheck(shop)).filter((payment) => payment.orderId === orderId);
  expect(listed).toMatchObject({ amount: 1200, note: "The order was deleted after it had been paid." });
  // The order can still be opened until its money is refunded or dealt with.
  expect((await asOwner(shop, "GET", `/api/orders/${orderId}`)).json().paymentNotes).toHaveLength(1);
  const path = `/api/orders/${orderId}/payments/${listed!.paymentId}/dealt-with`;
  expect((await asOwner(shop, "POST", path, { note: "Paid back in cash" })).statusCode).toBe(200);
  expect((await paymentsToCheck(shop)).some((payment) => payment.orderId === orderId)).toBe(false);
});

test("the money of a paid order that the owner cancels is to be checked until it is refunded or the order goes on", async ({
  shop,
}) => {
  const { order } = await orderOne(shop);
  const paymentId = `pay_${order._id}`;
  await settle(shop, order, paymentId);
  const listed = async () => (await paymentsToCheck(shop)).filter(({ orderId }) => orderId === order._id);
  const dealWith = () =>
    asOwner(shop, "POST", `/api/orders/${order._id}/payments/${paymentId}/dealt-with`, { note: "Paid in cash" });
  expect(await listed()).toEqual([]);
  await set(shop, order._id, "cancelled");
  const note = "The order was cancelled after it had been paid.";
  expect(await listed()).toMatchObject([{ paymentId, amount: 900, note }]);
  expect((await asOwner(shop, "GET", `/api/orders/${order._id}`)).json().paymentNotes).toMatchObject([
    { paymentId, note, refundable: 900 },
  ]);
  await set(shop, order._id, "paid");
  expect(await listed()).toEqual([]);

  await set(shop, order._id, "cancelled");
  expect((await dealWith()).statusCode).toBe(200);
  expect(await listed()).toEqual([]);
  // What was dealt with belongs to the cancellation: the next one asks again.
  await set(shop, order._id, "shipped");
  await set(shop, order._id, "cancelled");
  expect(await listed()).toHaveLength(1);
  await writeOrderRows(
    shop,
    `update order_payments set returned_paise = amount_paise where payment_id = '${paymentId}'`,
  );
  expect(await listed()).toEqual([]);
});

test("an order that its buyer got leaves no money to check when it is deleted", async ({ shop }) => {
  const { order } = await orderOne(shop);
  await settle(shop, order, `pay_${order._id}`);
  await set(shop, order._id, "delivered");
  await remove(shop, order._id);
  expect((await paymentsToCheck(shop)).some(({ orderId }) => orderId === order._id)).toBe(false);
  const owner = { id: String(decodeJwt(shop.ownerToken).id), role: "owner" as const };
  await expect(shop.services.orders.find(order._id, owner)).rejects.toThrow("Order not found");
});
