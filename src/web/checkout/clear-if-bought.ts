import type { Order } from "../../contracts/order.ts";
import { clearCart, keyOf, readLines } from "../lib/cart.ts";

/** The cart the order came from may still be there; a cart with anything else in it is a new one, and stays. */
export function clearIfBought({ items }: Order) {
  const bought = new Set(items.map(keyOf));
  if (readLines().every((line) => bought.has(keyOf(line)))) clearCart();
}
