import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Refund } from "../../src/contracts/refunds/refund.ts";
import { makeCustomer } from "./customers.ts";
import { makeCourse, makeProduct } from "./forms.ts";
import { beginPayment, placeOrder, readOrder, wants } from "./orders.ts";
import { orderToPay, refundWebhookOf, sendWebhook, tellOf } from "./paying-shop.ts";
import type { Razorpay, RazorpayPayment, RazorpayRefund } from "./razorpay.ts";
import type { TestShop } from "./test-shop.ts";

/** An order of `qty` pieces for ₹900 each whose payment has settled it. */
export async function paidOrder(shop: TestShop, razorpay: Razorpay, qty = 1) {
  const placed = await orderToPay(shop, 5, qty);
  const paid = await razorpay.pay(placed.payment.orderId);
  await tellOf(shop, paid);
  return { ...placed, paid };
}

/** A piece for ₹900 and a course with a group link for ₹500, paid. */
export async function paidOrderWithCourse(shop: TestShop, razorpay: Razorpay) {
  const course = await makeCourse(shop, { offerPrice: "500", groupLink: "https://chat.example.com/join" });
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const { items, ...form } = wants(product._id, 900);
  const line = { itemId: course._id, itemType: "course" as const, qty: 1 };
  const order = await placeOrder(shop, buyer, { ...form, items: [...items, line], totalAmount: 1400 });
  const { orderId } = await beginPayment(shop, buyer, order._id);
  await tellOf(shop, await razorpay.pay(orderId));
  return { course, product, buyer, order, orderId };
}

export const askRefund = (shop: Pick<TestShop, "app" | "ownerToken">, orderId: string, form: object, key?: string) =>
  shop.app.inject({
    method: "POST",
    url: `/api/orders/${orderId}/refunds`,
    headers: { authorization: `Bearer ${shop.ownerToken}`, "idempotency-key": key ?? randomUUID() },
    payload: { reason: "Broken in the post", ...form },
  });

export async function refund(shop: TestShop, orderId: string, form: object, key?: string) {
  const reply = await askRefund(shop, orderId, form, key);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as Refund;
}

export const retryRefund = (shop: TestShop, orderId: string, refundId: string) =>
  shop.call("POST", `/api/orders/${orderId}/refunds/${refundId}/retry`, { token: shop.ownerToken });

export const refundsIn = async (shop: TestShop, orderId: string) =>
  (await readOrder(shop, shop.ownerToken, orderId)).refunds ?? [];

/** Sends, polls and lists what is due. */
export async function reconcileRefunds({ jobs }: Pick<TestShop["services"], "jobs">) {
  await jobs.enqueueSchedules();
  await jobs.runDue(["refund"]);
}

/** A signed webhook about a refund. */
export const tellOfRefund = (
  shop: Pick<TestShop, "app">,
  event: "created" | "processed" | "failed" | "speed_changed",
  refund: RazorpayRefund,
  payment: RazorpayPayment,
) => sendWebhook(shop, refundWebhookOf(event, refund, payment));

interface DisputeNews {
  id?: string;
  event: string;
  status: string;
  /** Unix time of the event. */
  at: number;
  amount?: number;
}

export function disputeWebhookOf(payment: RazorpayPayment, news: DisputeNews) {
  const { id = `disp_${payment.id.slice(4)}`, event, status, at, amount = payment.amount } = news;
  const entity = {
    id,
    entity: "dispute",
    payment_id: payment.id,
    amount,
    status,
    phase: "chargeback",
    reason_code: "goods_not_received",
    respond_by: at + 600_000,
    created_at: at,
  };
  const payload = { payment: { entity: payment }, dispute: { entity } };
  const body = { entity: "event", event: `payment.dispute.${event}`, contains: ["payment", "dispute"], payload };
  return JSON.stringify({ ...body, created_at: at });
}

export const tellOfDispute = (shop: Pick<TestShop, "app">, payment: RazorpayPayment, news: DisputeNews) =>
  sendWebhook(shop, disputeWebhookOf(payment, news));
