import { cartChanges, quantityOf, useCart } from "../lib/cart.ts";
import { classes } from "../ui/classes.ts";

/** The number of pieces in the cart. Server-rendered empty; `HEAD_SCRIPT` shows it before the first paint (`.cart-count`). */
export function CartCount() {
  const quantity = quantityOf(useCart());
  return (
    <span key={cartChanges()} aria-hidden className={classes(cartChanges() > 0 && "pulse-once", "cart-count count")}>
      {quantity > 0 ? (quantity > 99 ? "99+" : quantity) : null}
    </span>
  );
}
