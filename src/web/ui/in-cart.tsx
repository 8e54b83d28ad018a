import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

interface InCartProps {
  quantity: number;
  /** In a dialog: the link takes over the dialog's history entry. */
  replace?: boolean;
  className?: string;
}

/** Beside an add button: how many of the item the cart holds. The toast announces changes, so this is no live region. */
export function InCart({ quantity, replace, className }: InCartProps) {
  if (quantity === 0) return null;
  return (
    <p className={classes("in-cart flex min-h-11 flex-wrap items-center gap-x-2", className)}>
      <span>{quantity} in your cart</span>
      <span aria-hidden>·</span>
      <Link
        to="/cart"
        replace={replace}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        View cart
      </Link>
    </p>
  );
}
