import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { webhookDeliveries } from "../../src/server/integrations/integration-table.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { appointmentsOf, makeAvailable, orderSession } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, problemOf } from "../support/forms.ts";
import { addWebhook } from "../support/integrations.ts";
import { mailsTo } from "../support/mails.ts";
import { orderOne, readOrder, setStatus, stockOf } from "../support/orders.ts";
import { openRegisteredShop, orderToInvoice, papersOf } from "../support/papers.ts";
import { orderToPay, tellOf, test } from "../support/paying-shop.ts";
import { record } from "../support/recorded-money.ts";
import { askRefund, paidOrder, refund, refundsIn, tellOfDispute } from "../support/refunds.ts";
import type { TestShop } from "../support/test-shop.ts";

const UPI = { method: "upi", reference: "UTR 4711" } as const;
const IN_CASH = { method: "cash" } as const;

/** Two pieces for ₹900 each, paid by UPI and in cash. */
async function paidByHand(shop: TestShop) {
  const placed = await orderOne(shop, 5, 2);
  await record(shop, placed.order, { ...UPI, amount: 800 });
  await record(shop, placed.order, { ...IN_CASH, amount: 1000 });
  return placed;
}

const returnableOf = async (shop: TestShop, { _id }: Order) => (await readOrder(shop, shop.ownerToken, _id)).returnable;

async function refundMails(shop: TestShop, { _id, shipping }: Order) {
  const mails = await mailsTo(shop, shipping.email);
  return mails.filter(
    ({ headers }) => /refund|returned/.test(headers.subject!) && headers.subject!.includes(_id.slice(-6)),
  );
}

const why = async (reply: Promise<Awaited<ReturnType<typeof askRefund>>>) => {
  const refused = await reply;
  return [refused.statusCode, problemOf(refused).code, problemOf(refused).message];
};

test("money that the owner has returned is refunded at once, without the provider, and the buyer reads how", async ({
  shop,
  razorpay,
}) => {
  await addWebhook(shop, "http://localhost:9/");
  const { order, product, buyer } = await paidByHand(shop);
  expect(await returnableOf(shop, order)).toBe(1800);
  const calls = razorpay.seen.length;
  const lines = [{ itemId: product._id, qty: 1 }];
  const made = await refund(shop, order._id, { lines, restock: true, method: "bank", reference: "NEFT 99" });
  expect(made).toMatchObject({ amount: 900, status: "processed", method: "bank", arn: "NEFT 99", restock: true });
  expect(made.lines).toMatchObject([{ itemId: product._id, qty: 1, amount: 900 }]);
  expect(razorpay.seen.length).toBe(calls);
  expect([await returnableOf(shop, order), await stockOf(shop, product._id)]).toEqual([900, 4]);

  const seen = await readOrder(shop, buyer.token, order._id);
  expect(seen.refunds).toEqual([
    expect.objectContaining({ amount: 900, status: "processed", method: "bank", arn: "NEFT 99" }),
  ]);
  expect(seen.items[0]).toMatchObject({ refundedQty: 1, unpackedQty: 1 });
  expect(seen).not.toHaveProperty("returnable");
  expect(seen.events!.at(-1)!.text).toBe("₹900 was returned by bank transfer.");
  const [mail, ...others] = await refundMails(shop, order);
  expect(others).toEqual([]);
  expect(mail!.headers.subject).toMatch(/^We have returned ₹900: order/);
  expect(mail!.text).toContain("we have returned ₹900 to you by bank transfer.");
  for (const words of ["NEFT 99", "Broken in the post"]) expect(mail!.text).toContain(words);
  expect(mail!.text).not.toContain("card you paid with");
  const hooks = await shop.db.select().from(webhookDeliveries);
  expect(hooks.filter(({ orderId, event }) => orderId === order._id && event === "order.refunded")).toHaveLength(1);
  const [change] = await activityOf(shop, order._id);
  expect(JSON.stringify(change)).toContain("₹900");
  expect(JSON.stringify(change)).not.toContain("NEFT");
});

test("what several payments paid goes back as one refund, and never more than is left of them", async ({ shop }) => {
  const { order, product, buyer } = await paidByHand(shop);
  const key = randomUUID();
  const form = { lines: [{ itemId: product._id, qty: 2 }], restock: true, ...IN_CASH };
  const made = await refund(shop, order._id, form, key);
  expect(made).toMatchObject({ amount: 1800, status: "processed", lines: [{ qty: 2, amount: 1800 }] });
  expect(await refund(shop, order._id, form, key)).toEqual(made);
  expect((await why(askRefund(shop, order._id, { ...form, method: "upi", reference: "1" }, key)))[1]).toBe(
    "idempotency_key_used",
  );
  expect(await refundsIn(shop, order._id)).toEqual([made]);
  expect((await refundMails(shop, order)).map(({ headers }) => headers.subject)).toEqual([
    expect.stringContaining("returned ₹1,800"),
  ]);
  expect([await returnableOf(shop, order), await stockOf(shop, product._id)]).toEqual([0, 5]);
  const again = askRefund(shop, order._id, { amount: 1, ...IN_CASH });
  expect(await why(again)).toEqual([409, "refund_too_high", "All of it has been returned."]);
  const customer = await shop.call("GET", `/api/customers/${buyer.id}`, { token: shop.ownerToken });
  expect(customer.json().spent).toBe(0);
  // Its money has gone back, so nothing of it waits for the owner.
  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  expect((await readOrder(shop, shop.ownerToken, order._id)).paymentNotes).toEqual([]);
});

test("of two owners who return the same money at once, one is refused", async ({ shop }) => {
  const { order } = await paidByHand(shop);
  const replies = await Promise.all([1, 2].map(() => askRefund(shop, order._id, { amount: 1000, ...IN_CASH })));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  expect(await returnableOf(shop, order)).toBe(800);
});

test("an amount puts pieces back only when it is all that is left, and lines never exceed what was paid for them", async ({
  shop,
}) => {
  const { order, product } = await paidByHand(shop);
  const ask = (form: object) => askRefund(shop, order._id, { ...IN_CASH, ...form });
  expectRefused(await ask({ amount: 1799, restock: true }), "restock");
  await refund(shop, order._id, { lines: [{ itemId: product._id, qty: 1 }], ...IN_CASH });
  expectRefused(await ask({ lines: [{ itemId: product._id, qty: 2 }] }), "lines");
  expect(await why(ask({ amount: 900.01 }))).toEqual([
    409,
    "refund_too_high",
    "Only ₹900 of what you recorded is left.",
  ]);
  await refund(shop, order._id, { amount: 900, restock: true, ...UPI });
  const { items } = await readOrder(shop, shop.ownerToken, order._id);
  expect([items[0]!.refundedQty, await stockOf(shop, product._id)]).toEqual([2, 5]);
});

test("returned money is refused without its reference, with a payment, and where the owner recorded no money", async ({
  shop,
  razorpay,
}) => {
  const { order } = await paidByHand(shop);
  const ask = (form: object) => askRefund(shop, order._id, { amount: 100, ...form });
  for (const method of ["upi", "bank"]) expectRefused(await ask({ method }), "reference");
  for (const method of ["provider", "mark", "courier"]) expectRefused(await ask({ method, reference: "1" }), "method");
  expectRefused(await ask({ reference: "1" }), "method");
  expectRefused(await ask({ ...IN_CASH, paymentId: "pay_1" }), "paymentId");
  expectRefused(await ask({ ...UPI, reference: "x".repeat(101) }), "reference");
  expect(await why(ask({}))).toEqual([409, "not_refundable", expect.stringContaining("record it here as returned")]);

  const whyNot = (one: Order) => why(askRefund(shop, one._id, { amount: 100, ...IN_CASH }));
  const { order: provider } = await paidOrder(shop, razorpay);
  expect(await whyNot(provider)).toEqual([409, "not_refundable", expect.stringContaining("refund it there")]);
  const { order: marked } = await orderOne(shop);
  await setStatus(shop, shop.ownerToken, marked._id, { status: "paid" });
  expect(await whyNot(marked)).toEqual([409, "not_refundable", expect.stringContaining("only marked as paid")]);
  const { order: unpaid } = await orderOne(shop);
  expect(await whyNot(unpaid)).toEqual([409, "not_refundable", expect.stringContaining("No money was recorded")]);
  const buyer = await makeCustomer(shop);
  expect((await askRefund({ ...shop, ownerToken: buyer.token }, order._id, { amount: 1, ...IN_CASH })).statusCode).toBe(
    403,
  );
});

test("an order that the provider and the owner were paid for is refunded from each side up to what that one has", async ({
  shop,
  razorpay,
}) => {
  const { order, product, payment, buyer } = await orderToPay(shop, 5, 2);
  await record(shop, order, { ...IN_CASH, amount: 800 });
  const paid = await razorpay.pay(payment.orderId, { amount: 1000_00 });
  await tellOf(shop, paid);
  const { status, refundable, returnable } = await readOrder(shop, shop.ownerToken, order._id);
  expect([status, refundable, returnable]).toEqual(["paid", 1000, 800]);
  const piece = { lines: [{ itemId: product._id, qty: 1 }] };
  expect((await why(askRefund(shop, order._id, { ...piece, ...IN_CASH })))[1]).toBe("refund_too_high");
  await refund(shop, order._id, piece);
  expect((await readOrder(shop, buyer.token, order._id)).items[0]!.refundedQty).toBe(1);

  // While the bank may return the provider's part, nothing goes back by hand.
  const at = Math.floor(shop.clock.now().getTime() / 1000);
  await tellOfDispute(shop, paid, { event: "created", status: "open", at });
  const rest = { amount: 800, ...IN_CASH };
  expect((await why(askRefund(shop, order._id, rest)))[1]).toBe("dispute_open");
  await tellOfDispute(shop, paid, { event: "won", status: "won", at: at + 1 });
  expectRefused(await askRefund(shop, order._id, { ...rest, restock: true }), "restock");
  await refund(shop, order._id, rest);
  expect((await readOrder(shop, buyer.token, order._id)).items[0]!.refundedQty).toBe(1);
  await refund(shop, order._id, { amount: 100 });
  expect((await readOrder(shop, buyer.token, order._id)).items[0]!.refundedQty).toBe(2);
});

test("an appointment whose money was returned is cancelled, and the reference goes when the buyer's account does", async ({
  shop,
}) => {
  const { expert, buyer } = { expert: await makeAvailable(shop), buyer: await makeCustomer(shop) };
  const order = await orderSession(shop, buyer, expert);
  await record(shop, order, { ...UPI, amount: order.totalAmount });
  await refund(shop, order._id, { lines: [{ itemId: order.items[0]!.itemId }], ...UPI });
  expect((await appointmentsOf(shop, buyer, order._id)).map(({ state }) => state)).toEqual(["cancelled"]);
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  const json = { password: buyer.password };
  expect((await shop.call("DELETE", "/api/users/profile", { token: buyer.token, json })).statusCode).toBe(200);
  const [kept] = await refundsIn(shop, order._id);
  expect(kept).toMatchObject({ method: "upi", status: "processed", reason: "" });
  expect(kept).not.toHaveProperty("arn");
});

test("invoices are credited for what the owner returned, also of an order whose rest was dealt with", async ({
  razorpay,
}) => {
  const shop = await openRegisteredShop(razorpay);
  const { order, product } = await orderToInvoice(shop, { pieces: 2 });
  await record(shop, order, { ...UPI, amount: 800 });
  await record(shop, order, { ...IN_CASH, amount: 1000 });
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  const papers = async () =>
    (await papersOf(shop, shop.ownerToken, order._id)).map(({ kind, amount }) => `${kind} ${amount}`);
  expect(await papers()).toEqual(["tax_invoice 1800"]);
  await refund(shop, order._id, { lines: [{ itemId: product._id, qty: 1 }], ...IN_CASH });
  expect(await papers()).toEqual(["tax_invoice 1800", "credit_note 900"]);
  await refund(shop, order._id, { amount: 800, ...UPI });
  expect((await papers()).at(-1)).toBe("credit_note 800");
  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  const { paymentNotes } = await readOrder(shop, shop.ownerToken, order._id);
  expect(paymentNotes).toHaveLength(1);
  const url = `/api/orders/${order._id}/payments/${encodeURIComponent(paymentNotes![0]!.paymentId)}/dealt-with`;
  expect((await asOwner(shop, "POST", url, { note: "Given in the shop" })).statusCode).toBe(200);
  expect((await papers()).at(-1)).toBe("credit_note 100");
});

test("returning a part of what an order costs cancels no appointment and puts no piece back", async ({ shop }) => {
  const { expert, buyer } = { expert: await makeAvailable(shop), buyer: await makeCustomer(shop) };
  const session = await orderSession(shop, buyer, expert);
  const { order: pieces } = await orderOne(shop, 5, 2);
  for (const order of [session, pieces]) {
    await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
    await record(shop, order, { ...IN_CASH, amount: 300 });
  }
  await refund(shop, session._id, { amount: 300, ...IN_CASH });
  expect((await appointmentsOf(shop, buyer, session._id)).map(({ state }) => state)).not.toContain("cancelled");
  expectRefused(await askRefund(shop, pieces._id, { amount: 300, ...IN_CASH, restock: true }), "restock");
});

test("a cancelled order is credited as a whole once all that was recorded of it is returned", async ({ razorpay }) => {
  const shop = await openRegisteredShop(razorpay);
  const { order } = await orderToInvoice(shop, { pieces: 2 });
  await record(shop, order, { ...IN_CASH, amount: 300 });
  const papers = async () =>
    (await papersOf(shop, shop.ownerToken, order._id)).map(({ kind, amount }) => `${kind} ${amount}`);
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  expect(await papers()).toEqual(["tax_invoice 1800"]);
  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  await refund(shop, order._id, { amount: 300, ...IN_CASH });
  expect(await papers()).toEqual(["tax_invoice 1800", "credit_note 1800"]);
});
