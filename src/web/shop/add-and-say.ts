import { addToCart, type CartItem } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";

/** Adds one to the cart and says so, with the way there; `false` when the cart already holds every piece in stock. */
export function addAndSay(item: CartItem, stock?: number) {
  const isAdded = addToCart(item, stock);
  if (isAdded) toast("Added to your cart", { action: { label: "View cart", to: "/cart" } });
  return isAdded;
}
