import type { Order } from "../../contracts/orders/order.ts";
import { subtractFromCart } from "./order-cart.ts";

const removed = new Set<string>();

/** Takes the items of a paid order out of the cart. Idempotent: effects and retries may call it again. */
export function removeBought({ _id, items }: Pick<Order, "_id" | "items">) {
  if (removed.has(_id)) return;
  removed.add(_id);
  subtractFromCart(items);
}
