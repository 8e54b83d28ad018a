import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { webhookDeliveries } from "../../src/server/integrations/integration-table.ts";
import { recordsByOwner } from "../../src/server/orders/limits.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { expectRefused, makeExpert, problemOf } from "../support/forms.ts";
import { addWebhook, makeOwner } from "../support/integrations.ts";
import { openPayment, orderOne, readOrder, setStatus, stockOf } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { papersOf } from "../support/papers.ts";
import { mailsAbout, orderToPay, tellOf, test } from "../support/paying-shop.ts";
import { askRecord, record } from "../support/recorded-money.ts";
import { askRefund } from "../support/refunds.ts";
import type { TestShop } from "../support/test-shop.ts";

const DAY_MS = 24 * 60 * 60_000;
const UPI = { method: "upi", reference: "UTR 4711" } as const;

const set = async (shop: TestShop, { _id }: { _id: string }, status: string) =>
  expect((await setStatus(shop, shop.ownerToken, _id, { status })).statusCode).toBe(200);

const moneyOf = ({ payments }: Order) => payments?.map(({ method, amount }) => `${method} ${amount}`);

async function hooksOf(shop: TestShop, { _id }: { _id: string }) {
  const rows = await shop.db.select().from(webhookDeliveries);
  return rows.filter(({ orderId }) => orderId === _id).map(({ event }) => event);
}

test("a part and the rest make an order paid: one confirmation, one hook, one receipt", async ({ shop }) => {
  await addWebhook(shop, "http://localhost:9/");
  const { order, buyer, product } = await orderOne(shop, 1);
  const part = await record(shop, order, { ...UPI, amount: 400 });
  expect([part.status, part.paidAt, moneyOf(part)]).toEqual(["pending", undefined, ["upi 400"]]);
  expect(part.payments).toEqual([{ ...UPI, amount: 400, at: shop.clock.now().toISOString() }]);
  // Its pieces wait for the rest, and the buyer is not asked to pay all of it.
  shop.clock.advance(DAY_MS);
  await renewOwnerToken(shop);
  await shop.services.checkout.releaseExpired();
  expect(await stockOf(shop, product._id)).toBe(0);
  expect(problemOf(await openPayment(shop, buyer, order._id)).code).toBe("order_not_payable");
  expect((await mailsAbout(shop, order)).confirmations).toHaveLength(0);

  const whole = await record(shop, order, { method: "cash", amount: 500 });
  expect([whole.status, moneyOf(whole)]).toEqual(["paid", ["upi 400", "cash 500"]]);
  expect(whole.paidAt).toBe(shop.clock.now().toISOString());
  expect(whole.payments![1]).not.toHaveProperty("reference");
  const { confirmations, notices, toCheck } = await mailsAbout(shop, order);
  expect([confirmations.length, notices.length, toCheck.length]).toEqual([1, 1, 0]);
  expect(await hooksOf(shop, order)).toEqual(["order.paid"]);
  expect(await papersOf(shop, buyer.token, order._id)).toMatchObject([{ kind: "receipt" }]);

  const seen = await readOrder(shop, buyer.token, order._id);
  expect(seen).not.toHaveProperty("payments");
  expect(JSON.stringify(seen)).not.toContain("4711");
  expect(seen.events!.map(({ text }) => text)).toEqual(["₹400 was received by UPI.", "₹500 was received in cash."]);
  const [, first] = await activityOf(shop, order._id);
  expect(JSON.stringify(first)).toContain("₹400");
  expect(JSON.stringify(first)).not.toContain("4711");
});

test("the same key records once, another body with it is refused, another key is another payment", async ({ shop }) => {
  const { order } = await orderOne(shop);
  const form = { ...UPI, amount: 300 };
  const key = "300 at the door";
  expect(await record(shop, order, form, { key })).toEqual(await record(shop, order, form, { key }));
  for (const other of [{ amount: 301 }, { method: "bank" }, { reference: "UTR 4712" }]) {
    const refused = await askRecord(shop, order, { ...form, ...other }, { key });
    expect([refused.statusCode, problemOf(refused).code]).toEqual([409, "idempotency_key_used"]);
  }
  expect(moneyOf(await record(shop, order, form))).toEqual(["upi 300", "upi 300"]);
  const paid = await record(shop, order, form);
  expect(paid.status).toBe("paid");
  // A repeated request for a payment that is there already is not "nothing due".
  expect(moneyOf(await record(shop, order, form, { key }))).toHaveLength(3);
});

test("wrong amounts, methods and references are refused with a message for the field", async ({ shop }) => {
  const { order } = await orderOne(shop);
  const ask = (form: object) => askRecord(shop, order, { ...UPI, amount: 900, ...form });
  for (const amount of [0, 0.99, -5, 1.005, "900", null]) expectRefused(await ask({ amount }), "amount");
  const tooMuch = await ask({ amount: 900.01 });
  expect(problemOf(tooMuch).fields).toEqual({ amount: "Only ₹900 is due." });
  for (const method of ["provider", "mark", "courier", "card"]) expectRefused(await ask({ method }), "method");
  for (const method of ["upi", "bank"]) expectRefused(await ask({ method, reference: " " }), "reference");
  expectRefused(await ask({ reference: "x".repeat(101) }), "reference");
  const url = `/api/orders/${order._id}/payments`;
  expect((await asOwner(shop, "POST", url, { ...UPI, amount: 900 })).statusCode).toBe(400);
  expect(await readOrder(shop, shop.ownerToken, order._id)).not.toHaveProperty("payments");
});

test("money is not recorded for an order that is cancelled, archived or paid", async ({ shop, razorpay }) => {
  const why = async (order: { _id: string }) => {
    const reply = await askRecord(shop, order, { ...UPI, amount: 900 });
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "order_not_payable"]);
    return problemOf(reply).message;
  };
  const { order: cancelled } = await orderOne(shop);
  await set(shop, cancelled, "cancelled");
  expect(await why(cancelled)).toContain("is cancelled");
  const { order: archived } = await orderOne(shop);
  await asOwner(shop, "DELETE", `/api/orders/${archived._id}`);
  expect(await why(archived)).toContain("is archived");
  const { order, payment } = await orderToPay(shop);
  await tellOf(shop, await razorpay.pay(payment.orderId));
  expect(await why(order)).toContain("Nothing is due");
  expect(await readOrder(shop, shop.ownerToken, order._id)).not.toHaveProperty("payments");
});

test("a record replaces the mark, a part of it shrinks the mark, and the sale keeps its day", async ({ shop }) => {
  const { order } = await orderOne(shop);
  await set(shop, order, "paid");
  const marked = await readOrder(shop, shop.ownerToken, order._id);
  expect(moneyOf(marked)).toEqual(["mark 900"]);
  shop.clock.advance(2 * DAY_MS);
  await renewOwnerToken(shop);
  const part = await record(shop, order, { ...UPI, amount: 250.5 });
  expect([part.status, part.paidAt, moneyOf(part)]).toEqual(["paid", marked.paidAt, ["mark 649.5", "upi 250.5"]]);
  shop.clock.advance(1000);
  const whole = await record(shop, order, { method: "bank", reference: "NEFT 1", amount: 649.5 });
  expect([whole.status, whole.paidAt]).toEqual(["paid", marked.paidAt]);
  expect(moneyOf(whole)).toEqual(["upi 250.5", "bank 649.5"]);
  expect((await mailsAbout(shop, order)).confirmations).toHaveLength(1);
  // Money that is recorded stays when the status is set back, and can be refunded directly only.
  await set(shop, order, "pending");
  expect(moneyOf(await readOrder(shop, shop.ownerToken, order._id))).toEqual(["upi 250.5", "bank 649.5"]);
  await set(shop, order, "paid");
  const refund = await askRefund(shop, order._id, { amount: 100 });
  expect([refund.statusCode, problemOf(refund).message]).toEqual([
    409,
    expect.stringContaining("Pay the buyer directly."),
  ]);
  await set(shop, order, "cancelled");
  const { paymentNotes } = await readOrder(shop, shop.ownerToken, order._id);
  expect(paymentNotes).toMatchObject([{ refundable: 0 }, { refundable: 0 }]);
  expect(paymentNotes![1]!.note).toContain("You received ₹649.50 by bank transfer: pay it back directly");
});

test("a shipped order that is due gets paid and stays shipped", async ({ shop }) => {
  const { order } = await orderOne(shop);
  await set(shop, order, "shipped");
  const paid = await record(shop, order, { method: "cash", amount: 900 });
  expect([paid.status, paid.history.map(({ status }) => status)]).toEqual(["shipped", ["pending", "shipped"]]);
  expect(paid.paidAt).toBe(shop.clock.now().toISOString());
  expect(await hooksOf(shop, order)).toEqual(["order.shipped", "order.paid"]);
  expect((await mailsAbout(shop, order)).confirmations).toHaveLength(1);
});

test("only an owner records money, and a limited number of times", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  const form = { ...UPI, amount: 900 };
  const expert = await makeExpertAccount(shop, await makeExpert(shop));
  const statusFor = async (token: string) => (await askRecord(shop, order, form, { token })).statusCode;
  for (const { token } of [buyer, await makeCustomer(shop), expert]) expect(await statusFor(token)).toBe(403);
  expect((await askRecord(shop, { _id: randomUUID() }, form)).statusCode).toBe(404);
  const owner = await makeOwner(shop);
  await countTries(shop, recordsByOwner.tries, recordsByOwner, owner.id);
  expect(await statusFor(owner.token)).toBe(429);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("pending");
});

test("of two owners who record the same money at once, one is refused", async ({ shop }) => {
  const { order } = await orderOne(shop);
  const replies = await Promise.all([1, 2].map(() => askRecord(shop, order, { ...UPI, amount: 900 })));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const { status, payments } = await readOrder(shop, shop.ownerToken, order._id);
  expect([status, payments]).toMatchObject(["paid", [{ method: "upi", amount: 900 }]]);
  expect((await mailsAbout(shop, order)).confirmations).toHaveLength(1);
});
