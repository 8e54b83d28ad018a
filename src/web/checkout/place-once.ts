import type { Order, OrderForm } from "../../contracts/order.ts";
import { browserApi } from "../lib/browser-api.ts";
import { keyOf } from "../lib/cart.ts";

const normalise = (text: string) => text.replace(/\r\n?/g, "\n").trim();

/** Whether an order has the same items, total, recipient and note as the form. */
function isSameOrder({ items, totalAmount, shipping, note = "" }: Order, form: OrderForm) {
  const quantities = new Map(form.items.map((item) => [keyOf(item), item.qty]));
  return (
    totalAmount === form.totalAmount &&
    note === normalise(form.note ?? "") &&
    items.length === form.items.length &&
    items.every((item) => quantities.get(keyOf(item)) === item.qty) &&
    (["name", "email", "phone", "address"] as const).every(
      (field) => shipping[field] === normalise(form.shipping[field] ?? ""),
    )
  );
}

/** Idempotency keys by form: a repeated submit of the same form creates one order. */
const keys = new Map<string, string>();

function keyFor(body: string) {
  const key = keys.get(body) ?? [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  keys.set(body, key);
  return key;
}

/** After a purchase the same form is a new order. */
export const clearIdempotencyKeys = () => keys.clear();

/** If the order under this key was cancelled meanwhile, places it again under a new key. */
async function place(form: OrderForm): Promise<Order> {
  const body = JSON.stringify(form);
  const headers = { "idempotency-key": keyFor(body) };
  const order = await browserApi.call("POST /api/orders", { headers, body: form });
  if (order.status !== "cancelled") return order;
  keys.delete(body);
  return place(form);
}

/**
 * The order to pay. A pending order with the same content is reused, from any tab or visit: the provider accepts one
 * payment per order, so nobody pays twice.
 */
export async function placeOnce(form: OrderForm): Promise<{ order: Order; isExisting: boolean }> {
  const orders = await browserApi.call("GET /api/orders/my", {});
  const pending = orders.find((order) => order.status === "pending" && isSameOrder(order, form));
  if (pending) return { order: pending, isExisting: true };
  const order = await place(form);
  // An idempotent replay may return an order that is already paid.
  return { order, isExisting: order.status !== "pending" };
}
