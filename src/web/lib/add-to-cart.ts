import { addToCart, type CartItem } from "./cart.ts";
import { toast } from "./toast.ts";

/** Adds one piece and shows a toast with the count and a link to the cart; `false` when the whole stock is in the cart. */
export function addToCartWithToast(item: CartItem, stock?: number) {
  const qty = addToCart(item, stock);
  if (qty > 0)
    toast(`Added to your cart: ${qty} of this`, { topic: "cart", action: { label: "View cart", to: "/cart" } });
  return qty > 0;
}
