import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Order, OrderForm, PaymentOrder } from "../../src/contracts/orders/order.ts";
import { makeCustomer } from "./customers.ts";
import { makeProduct } from "./forms.ts";
import type { TestShop } from "./test-shop.ts";
import { until } from "./until.ts";

export type Customer = Awaited<ReturnType<typeof makeCustomer>>;

export const SHIPPING = {
  name: "Meera Test",
  email: "meera@example.com",
  phone: "9000000001",
  address: "12 Tara Marg",
};

/** An order form for `qty` pieces of a product that costs `price`. */
export const wants = (itemId: string, price: number, qty = 1): OrderForm => ({
  items: [{ itemId, itemType: "product", qty }],
  totalAmount: price * qty,
  shipping: SHIPPING,
});

/** Each buyer orders from an address of their own: people behind one address share what they can hold. */
export const addressOf = ({ token }: { token: string }) =>
  createHash("sha256")
    .update(token)
    .digest("hex")
    .replace(/^(.{4})(.{4}).*$/, "2001:db8:$1:$2::1");

interface SendOptions {
  key?: string | undefined;
  address?: string;
}

export function sendOrder(shop: TestShop, buyer: { token: string }, json: unknown, options: SendOptions | string = {}) {
  const { key, address = addressOf(buyer) } = typeof options === "string" ? { key: options } : options;
  const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
  return shop.call("POST", "/api/orders", { token: buyer.token, json, headers, address });
}

export async function placeOrder(
  shop: TestShop,
  buyer: Pick<Customer, "token">,
  form: OrderForm,
  options?: SendOptions | string,
) {
  const reply = await sendOrder(shop, buyer, form, options);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as Order;
}

/** A product with stock, a buyer and an order for `qty` pieces. */
export async function orderOne(shop: TestShop, stock = 5, qty = 1) {
  const product = await makeProduct(shop, { price: "900", stock: `${stock}` });
  const buyer = await makeCustomer(shop);
  return { product, buyer, order: await placeOrder(shop, buyer, wants(product._id, 900, qty)) };
}

export const stockOf = async (shop: TestShop, id: string) =>
  (await shop.call("GET", `/api/products/${id}`)).json().stock as number;

export const openPayment = (
  shop: TestShop,
  buyer: Pick<Customer, "token">,
  orderId: string,
  address = addressOf(buyer),
) => shop.call("POST", "/api/payments/razorpay", { token: buyer.token, json: { orderId }, address });

export async function beginPayment(shop: TestShop, buyer: Customer, orderId: string) {
  const reply = await openPayment(shop, buyer, orderId);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as PaymentOrder;
}

export interface Paid {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** Pays in the sandbox, as its popup does. */
export async function payInSandbox(shop: TestShop, providerOrderId: string) {
  const json = { order_id: providerOrderId, outcome: "success" };
  const reply = await shop.call("POST", "/sandbox/razorpay/v1/sandbox/payments", { json });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Paid;
}

/** The number of sandbox webhooks that have not arrived yet: two are sent for each captured payment. */
export const MISSING_WEBHOOKS = `2 * (select count(*) from sandbox.payments where status = 'captured')::int
  - (select count(*) from webhook_events where handled_at is not null)::int`;

export const untilWebhooksArrived = (shop: TestShop) =>
  until(async () => {
    const { rows } = await shop.db.execute(`select ${MISSING_WEBHOOKS} as missing`);
    return rows[0]!.missing === 0;
  });

export const setStatus = (shop: TestShop, token: string, orderId: string, json: unknown) =>
  shop.call("PUT", `/api/orders/${orderId}/status`, { token, json });

export async function readOrder(shop: TestShop, token: string, orderId: string) {
  const reply = await shop.call("GET", `/api/orders/${orderId}`, { token });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Order;
}
