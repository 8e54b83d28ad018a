import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { packageItemId } from "../../src/contracts/orders/item-rules.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import { beginPayment, placeOrder, readOrder, SHIPPING, setStatus, stockOf, wants } from "../support/orders.ts";
import { orderToPay, tellOf, test } from "../support/paying-shop.ts";
import { askRefund, paidOrder, paidOrderWithCourse, refund, refundsIn, tellOfDispute } from "../support/refunds.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";

const SESSION = defaultSettings.packages.packages[0]!;
const owner = (shop: TestShop, id: string) => readOrder(shop, shop.ownerToken, id);
const dashboard = async (shop: TestShop) =>
  (await shop.call("GET", "/api/dashboard", { token: shop.ownerToken })).json();

describe("a refund", () => {
  test("is made at the provider once, shown to buyer and owner, and mailed once", async ({ shop, razorpay }) => {
    const { order, buyer, paid } = await paidOrder(shop, razorpay);
    const key = randomUUID();
    const made = await refund(shop, order._id, { amount: 600.5 }, key);
    expect(made).toMatchObject({ amount: 600.5, status: "processed", reason: "Broken in the post", by: "owner" });
    expect(await refund(shop, order._id, { amount: 600.5 }, key)).toEqual(made);
    const other = await askRefund(shop, order._id, { amount: 600 }, key);
    expect([other.statusCode, problemOf(other).code]).toEqual([409, "idempotency_key_used"]);
    expect(await razorpay.refundsOf(paid.id)).toMatchObject([{ amount: 60_050, receipt: made._id }]);

    const seen = await owner(shop, order._id);
    expect(seen).toMatchObject({ refundable: 299.5, refunds: [made] });
    expect(seen.events?.map(({ text, by }) => [text, by])).toEqual([
      ["A refund of ₹600.50 was started.", "owner"],
      ["The refund of ₹600.50 is on its way to the bank.", "payment"],
    ]);
    const own = await readOrder(shop, buyer.token, order._id);
    expect(own.refunds).toEqual([
      {
        _id: made._id,
        arn: expect.any(String),
        amount: 600.5,
        status: "processed",
        reason: made.reason,
        createdAt: made.createdAt,
        endedAt: made.endedAt,
      },
    ]);
    expect(own).not.toHaveProperty("refundable");
    const mails = (await mailsTo(shop, order.shipping.email)).filter(({ headers }) =>
      headers.subject?.includes(order._id.slice(-6)),
    );
    expect(mails.map(({ headers }) => headers.subject)).toContain(
      `Your refund of ₹600.50 is on its way: order ${order._id.slice(-6)}`,
    );
    expect(mails).toHaveLength(2);
  });

  test("of two owners at once never returns more than was captured", async ({ shop, razorpay }) => {
    const { order, paid } = await paidOrder(shop, razorpay);
    const second = { ...(await openSecondShop(shop)), ownerToken: shop.ownerToken };
    const replies = await Promise.all(
      [shop, second, shop, second].map((one) => askRefund(one, order._id, { amount: 500 })),
    );
    const refused = replies.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.map((reply) => [reply.statusCode, problemOf(reply).code, reply.json().refundable])).toEqual(
      Array.from({ length: 3 }, () => [409, "refund_too_high", 400]),
    );
    expect(await razorpay.refundsOf(paid.id)).toHaveLength(1);
  });

  test("by lines follows the stored discount to the paisa and restocks its pieces", async ({ shop, razorpay }) => {
    const product = await makeProduct(shop, { price: "900", stock: "5" });
    const buyer = await makeCustomer(shop);
    const session = { itemId: packageItemId(SESSION.title, "audio"), itemType: "consultancy" as const, qty: 1 };
    const form = wants(product._id, 900, 3);
    const order = await placeOrder(shop, buyer, {
      ...form,
      items: [...form.items, session],
      totalAmount: 2700 + SESSION.audioPrice,
    });
    const { orderId } = await beginPayment(shop, buyer, order._id);
    await tellOf(shop, await razorpay.pay(orderId));
    // ₹100 off the three pieces: 86,666.67 paise each.
    await writeOrderRows(
      shop,
      `update order_items set discount_paise = 10000 where order_id = '${order._id}' and item_type = 'product'`,
    );
    const line = (qty?: number) => ({ lines: [{ itemId: product._id, ...(qty && { qty }) }], restock: true });
    const first = await refund(shop, order._id, line(1));
    expect(first).toMatchObject({
      amount: 866.66,
      restock: true,
      lines: [{ title: product.title, qty: 1, amount: 866.66 }],
    });
    expect(await stockOf(shop, product._id)).toBe(3);
    const tooMany = await askRefund(shop, order._id, line(3));
    expect([tooMany.statusCode, problemOf(tooMany).fields]).toEqual([
      400,
      { lines: `Of ${product.title} 2 can still be refunded.` },
    ]);

    // Cancelled and re-opened, the order has two pieces left.
    await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
    expect(await stockOf(shop, product._id)).toBe(5);
    await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
    expect(await stockOf(shop, product._id)).toBe(3);
    await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });

    // Of a cancelled order the pieces are back already.
    const rest = await refund(shop, order._id, line());
    expect(rest).toMatchObject({ amount: 1733.34, restock: false });
    expect(await stockOf(shop, product._id)).toBe(5);
    expect(await refund(shop, order._id, { lines: [{ itemId: session.itemId }] })).toMatchObject({
      amount: SESSION.audioPrice,
    });
    expect(await owner(shop, order._id)).toMatchObject({ refundable: 100 });
  });

  test.for<[string, (itemId: string) => object]>([
    ["of a course", (itemId) => ({ lines: [{ itemId }] })],
    ["of the rest of the money", () => ({ amount: 500 })],
  ])("%s hides the course's group link from its buyer", async ([, formFor], { shop, razorpay }) => {
    const { course, product, buyer, order } = await paidOrderWithCourse(shop, razorpay);
    const linkFor = async (token: string) => (await readOrder(shop, token, order._id)).items[1]!.groupLink;
    await refund(shop, order._id, { lines: [{ itemId: product._id }] });
    expect(await linkFor(buyer.token)).toBe("https://chat.example.com/join");

    await refund(shop, order._id, formFor(course._id));
    expect(await linkFor(buyer.token)).toBeUndefined();
    expect((await shop.call("GET", "/api/orders/my/courses", { token: buyer.token })).json()).toEqual([]);
    expect(await linkFor(shop.ownerToken)).toBe("https://chat.example.com/join");
  });

  test("of the full amount can restock all pieces, of a part it cannot", async ({ shop, razorpay }) => {
    const { order, product } = await paidOrder(shop, razorpay, 2);
    const part = await askRefund(shop, order._id, { amount: 5, restock: true });
    expect([part.statusCode, Object.keys(problemOf(part).fields ?? {})]).toEqual([400, ["restock"]]);
    await refund(shop, order._id, { amount: 1800, restock: true });
    expect(await stockOf(shop, product._id)).toBe(5);
    await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
    expect(await stockOf(shop, product._id)).toBe(5);
  });

  test.for<[string, object, string]>([
    ["less than a rupee", { amount: 0.99 }, "amount"],
    ["half a paisa", { amount: 1.005 }, "amount"],
    ["an amount and lines", { amount: 1, lines: [{ itemId: "x" }] }, "amount"],
    ["neither", {}, "amount"],
    ["an item of another order", { lines: [{ itemId: "x" }] }, "lines"],
    ["no reason", { amount: 1, reason: " " }, "reason"],
  ])("with %s is refused at its field", async ([, form, field], { shop, razorpay }) => {
    const { order } = await paidOrder(shop, razorpay);
    const reply = await askRefund(shop, order._id, form);
    expect([reply.statusCode, Object.keys(problemOf(reply).fields ?? {})]).toEqual([400, [field]]);
  });

  test("returns 409 with the reason for unpaid orders and orders paid by hand", async ({ shop }) => {
    const { order } = await orderToPay(shop);
    const unpaid = await askRefund(shop, order._id, { amount: 1 });
    expect([unpaid.statusCode, problemOf(unpaid)]).toMatchObject([409, { code: "not_refundable" }]);
    await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
    expect(problemOf(await askRefund(shop, order._id, { amount: 1 })).message).toContain("marked as paid by hand");
    expect(await owner(shop, order._id)).not.toHaveProperty("refundable");
    expect((await askRefund(shop, order._id, { amount: 1, paymentId: "pay_x" })).statusCode).toBe(404);
    expect((await askRefund(shop, randomUUID(), { amount: 1 })).statusCode).toBe(404);
  });

  test("is a separate row in the sales report, unless its order was cancelled", async ({ shop, razorpay }) => {
    const days = "by=product&from=2020-01-01&to=2099-12-31";
    const read = async () => (await shop.call("GET", `/api/sales?${days}`, { token: shop.ownerToken })).json();
    const before = await read();
    const { order } = await paidOrder(shop, razorpay);
    await refund(shop, order._id, { amount: 0.01 + 100 });
    const { total, refunds } = await read();
    expect([total.rupees - before.total.rupees, refunds.count - before.refunds.count]).toEqual([900, 1]);
    expect(refunds.rupees - before.refunds.rupees).toBeCloseTo(100.01, 6);
    const csv = await shop.call("GET", `/api/sales.csv?${days}`, { token: shop.ownerToken });
    expect(csv.body).toContain(`Refunds,,${refunds.count},-${refunds.rupees}`);
    await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
    expect(await read()).toEqual(before);
  });
});

describe("a dispute", () => {
  test("blocks refunds while it is open, in any order of its events, and is on the to-do list", async ({
    shop,
    razorpay,
  }) => {
    const { order, buyer, paid } = await paidOrder(shop, razorpay);
    const at = Math.floor(shop.clock.now().getTime() / 1000);
    const tell = (event: string, status: string, after: number) =>
      tellOfDispute(shop, paid, { event, status, at: at + after });
    await tell("action_required", "open", 20);
    await tell("created", "open", 0);
    await tell("action_required", "open", 20);
    const blocked = await askRefund(shop, order._id, { amount: 1 });
    expect([blocked.statusCode, problemOf(blocked).code]).toEqual([409, "dispute_open"]);
    const seen = await owner(shop, order._id);
    expect(seen.disputes).toMatchObject([{ amount: 900, status: "action_required", phase: "chargeback" }]);
    expect(seen.events?.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^A dispute of ₹900 needs more evidence from you\. Respond by \d+ \w+ \d{4}, \d+:\d\d [ap]m\.$/,
      ),
    ]);
    expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("disputes");
    expect((await readOrder(shop, buyer.token, order._id)).events ?? []).toEqual([]);
    const isListed = async () =>
      (await dashboard(shop)).disputes.disputes.some(({ orderId }: { orderId: string }) => orderId === order._id);
    expect(await isListed()).toBe(true);

    await tell("won", "won", 40);
    await tell("under_review", "under_review", 30);
    expect((await owner(shop, order._id)).disputes).toMatchObject([{ status: "won" }]);
    expect(await isListed()).toBe(false);
    await refund(shop, order._id, { amount: 1 });
    const mails = await mailsTo(shop, defaultSettings.business.email);
    const about = mails.filter(({ headers }) => headers.subject === `A disputed payment: order ${order._id.slice(-6)}`);
    // A mail that waited while the dispute went on is not sent.
    expect(about).toHaveLength(1);
    expect(about[0]!.text).toContain("was won");
  });

  test("that was lost has returned the money: it cannot be refunded as well", async ({ shop, razorpay }) => {
    const { order, paid } = await paidOrder(shop, razorpay);
    const at = Math.floor(shop.clock.now().getTime() / 1000);
    await tellOfDispute(shop, paid, { event: "lost", status: "lost", at, amount: 50_000 });
    const reply = await askRefund(shop, order._id, { amount: 401 });
    expect([reply.statusCode, reply.json().refundable]).toEqual([409, 400]);
    await refund(shop, order._id, { amount: 400 });
  });
});

describe("a payment to check", () => {
  /** A second payment for a paid order. */
  async function paidTwice(shop: TestShop, razorpay: Parameters<typeof paidOrder>[1]) {
    const { order, payment, ...more } = await paidOrder(shop, razorpay);
    const second = await razorpay.pay(payment.orderId);
    await tellOf(shop, second);
    return { order, second, ...more };
  }
  const isListed = async (shop: TestShop, paymentId: string) =>
    (await dashboard(shop)).paymentsToCheck.payments.some((one: { paymentId: string }) => one.paymentId === paymentId);

  test("leaves the to-do list when it is refunded in full", async ({ shop, razorpay }) => {
    const { order, second } = await paidTwice(shop, razorpay);
    expect((await owner(shop, order._id)).paymentNotes).toMatchObject([{ paymentId: second.id, refundable: 900 }]);
    const pieces = await askRefund(shop, order._id, { amount: 900, restock: true, paymentId: second.id });
    expect([pieces.statusCode, Object.keys(problemOf(pieces).fields ?? {})]).toEqual([400, ["restock"]]);
    await refund(shop, order._id, { amount: 300, paymentId: second.id });
    expect(await isListed(shop, second.id)).toBe(true);
    await refund(shop, order._id, { amount: 600, paymentId: second.id });
    expect(await isListed(shop, second.id)).toBe(false);
    expect(await owner(shop, order._id)).toMatchObject({ paymentNotes: [], refundable: 900 });
    expect(await refundsIn(shop, order._id)).toHaveLength(2);
  });

  test("leaves the to-do list when marked as dealt with, with a note in the history, also for a deleted order", async ({
    shop,
    razorpay,
  }) => {
    const { order, payment, buyer } = await orderToPay(shop);
    await shop.call("DELETE", `/api/orders/${order._id}`, { token: shop.ownerToken });
    const late = await razorpay.pay(payment.orderId);
    await tellOf(shop, late);
    expect(await isListed(shop, late.id)).toBe(true);
    expect((await owner(shop, order._id)).paymentNotes).toMatchObject([{ paymentId: late.id }]);
    const url = `/api/orders/${order._id}/payments/${late.id}/dealt-with`;
    const reply = await shop.call("POST", url, { token: shop.ownerToken, json: { note: "Given back in cash" } });
    expect([reply.statusCode, reply.json().paymentNotes]).toEqual([200, []]);
    expect(reply.json().events.at(-1).text).toBe("A payment of ₹900 was marked as dealt with: Given back in cash");
    expect(await isListed(shop, late.id)).toBe(false);
    for (const token of [shop.ownerToken, buyer.token])
      expect((await shop.call("GET", `/api/orders/${order._id}`, { token })).statusCode).toBe(404);
    const unknown = await shop.call("POST", url.replace(late.id, "pay_x"), {
      token: shop.ownerToken,
      json: { note: "x" },
    });
    expect(unknown.statusCode).toBe(404);
  });
});

test("erasing the buyer's account removes reasons and notes from refunds", async ({ shop, razorpay }) => {
  const { order, buyer } = await paidOrder(shop, razorpay);
  await refund(shop, order._id, { amount: 900, reason: `Sent to ${SHIPPING.name} by mistake` });
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  const data = await shop.call("GET", "/api/users/profile/data", { token: buyer.token });
  expect(data.json().orders[0].refunds).toMatchObject([{ amount: 900 }]);
  const erased = await shop.call("DELETE", "/api/users/profile", {
    token: buyer.token,
    json: { password: buyer.password },
  });
  expect(erased.statusCode, erased.body).toBe(200);
  expect(await refundsIn(shop, order._id)).toMatchObject([{ amount: 900, reason: "" }]);
});
