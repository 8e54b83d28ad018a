import type { Order, OrderForm } from "../../contracts/orders/order.ts";
import { browserApi } from "../lib/browser-api.ts";

/** Idempotency keys by form: a repeated submit of the same form creates one order. */
const keys = new Map<string, string>();

function keyFor(body: string) {
  const key = keys.get(body) ?? [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  keys.set(body, key);
  return key;
}

/** After a purchase, or when the order can no longer be paid, submitting the same form creates a new order. */
export const clearIdempotencyKeys = () => keys.clear();

/**
 * The order to pay. The server reuses the open order of the same cart, from any tab or visit: the provider accepts
 * one payment per order, so nobody pays twice. If the order under this key has been cancelled, places a new one.
 */
export async function placeOnce(form: OrderForm): Promise<{ order: Order; isExisting: boolean }> {
  const body = JSON.stringify(form);
  const isRepeat = keys.has(body);
  const headers = { "idempotency-key": keyFor(body) };
  const order = await browserApi.call("POST /api/orders", { headers, body: form });
  // A reused order may already be paid.
  if (order.status !== "cancelled") return { order, isExisting: isRepeat || order.reused === true };
  keys.delete(body);
  return placeOnce(form);
}
