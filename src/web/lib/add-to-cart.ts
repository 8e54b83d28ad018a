import { type AddOptions, addToCart, type CartItem } from "./cart.ts";
import { toast } from "./toast.ts";

/** Adds an item and shows a toast with the count and a link to the cart; `false` when the cart takes no more of it. */
export function addToCartWithToast(item: CartItem, options?: AddOptions) {
  const qty = addToCart(item, options);
  if (qty > 0)
    toast(`Added to your cart: ${qty} of this`, { topic: "cart", action: { label: "View cart", to: "/cart" } });
  return qty > 0;
}
