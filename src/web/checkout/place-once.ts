import type { Order, OrderForm } from "../../contracts/order.ts";
import { browserApi } from "../lib/browser-api.ts";
import { keyOf } from "../lib/cart.ts";

const asKept = (text: string) => text.replace(/\r\n?/g, "\n").trim();

/** Whether an order is what is wanted now: the same things for the same money to the same person. */
function isSameOrder({ items, totalAmount, shipping }: Order, wanted: OrderForm) {
  const wantedQty = new Map(wanted.items.map((item) => [keyOf(item), item.qty]));
  return (
    totalAmount === wanted.totalAmount &&
    items.length === wanted.items.length &&
    items.every((item) => wantedQty.get(keyOf(item)) === item.qty) &&
    (["name", "email", "phone", "address"] as const).every(
      (field) => shipping[field] === asKept(wanted.shipping[field] ?? ""),
    )
  );
}

/** A key for each wish: sent twice, because an answer was lost or a tab was quick, it is one order. */
const keys = new Map<string, string>();

function keyFor(wish: string) {
  const key = keys.get(wish) ?? [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  keys.set(wish, key);
  return key;
}

/** Once a wish has come true, the same again is a new one. */
export const forgetWishes = () => keys.clear();

/** An order under the wish's key that was cancelled is done with: the same wish again is a new one. */
async function place(wanted: OrderForm): Promise<Order> {
  const wish = JSON.stringify(wanted);
  const headers = { "idempotency-key": keyFor(wish) };
  const order = await browserApi.call("POST /api/orders", { headers, body: wanted });
  if (order.status !== "cancelled") return order;
  keys.delete(wish);
  return place(wanted);
}

/**
 * The order to pay for what is wanted. One that waits for its payment is taken up again, whichever tab or visit it is
 * from: the provider takes money for an order once only, so nobody can pay twice for one wish.
 */
export async function placeOnce(wanted: OrderForm): Promise<{ order: Order; isKnown: boolean }> {
  const mine = await browserApi.call("GET /api/orders/my", {});
  const waiting = mine.find((order) => order.status === "pending" && isSameOrder(order, wanted));
  if (waiting) return { order: waiting, isKnown: true };
  const order = await place(wanted);
  // Paid already, and this page was not told: the answer to its payment was lost.
  return { order, isKnown: order.status !== "pending" };
}
