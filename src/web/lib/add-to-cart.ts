import { addToCart, type CartItem } from "./cart.ts";
import { toast } from "./toast.ts";

/** Adds one piece and shows a toast with a link to the cart; `false` when the cart already holds the whole stock. */
export function addToCartWithToast(item: CartItem, stock?: number) {
  const isAdded = addToCart(item, stock);
  if (isAdded) toast("Added to your cart", { action: { label: "View cart", to: "/cart" } });
  return isAdded;
}
