import type { Order } from "../../contracts/orders/order.ts";
import { type CartLine, keyOf, quantityInCart, readLines, writeLines } from "../lib/cart.ts";

/** Puts the items of an order back into the cart and keeps the lines that are in it. */
export function putInCart(items: readonly CartLine[]) {
  const cart = readLines();
  const quantities = new Map(items.map((item) => [keyOf(item), item.qty]));
  const raised = cart.map((line) => ({ ...line, qty: Math.max(line.qty, quantities.get(keyOf(line)) ?? 0) }));
  const missing = items.filter((item) => quantityInCart(cart, item) === 0);
  writeLines([
    ...raised,
    ...missing.map(({ itemId, itemType, title, price, qty, image }) => ({
      itemId,
      itemType,
      title,
      price,
      qty,
      image,
    })),
  ]);
}

const removed = new Set<string>();

/**
 * Takes the bought pieces of a paid order out of the cart, unless an agent chose them. Idempotent: effects and retries may
 * call it again.
 */
export function removeBought({ _id, items, byAgent }: Pick<Order, "_id" | "items" | "byAgent">) {
  if (byAgent || removed.has(_id)) return;
  removed.add(_id);
  const quantities = new Map(items.map((item) => [keyOf(item), item.qty]));
  const rest = readLines().map((line) => ({ ...line, qty: line.qty - (quantities.get(keyOf(line)) ?? 0) }));
  writeLines(rest.filter(({ qty }) => qty > 0));
}
