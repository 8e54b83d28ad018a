import { cartChanges, quantityOf, useCart } from "../lib/cart.ts";
import { classes } from "../ui/classes.ts";

/** The number of pieces in the cart. Server-rendered empty; `HEAD_SCRIPT` shows it before the first paint (`.cart-count`). */
export function CartCount() {
  const quantity = quantityOf(useCart());
  return (
    <span
      key={cartChanges()}
      aria-hidden
      className={classes(
        cartChanges() > 0 && "pulse-once",
        "cart-count absolute -top-0.5 -right-1 min-h-5.5 min-w-5.5 items-center justify-center rounded-full border border-saffron-edge bg-saffron px-1 text-[0.8125rem] leading-none font-semibold text-ink",
      )}
    >
      {quantity > 0 ? (quantity > 99 ? "99+" : quantity) : null}
    </span>
  );
}
