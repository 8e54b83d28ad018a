import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

interface InCartProps {
  quantity: number;
  /** In a dialog: the link takes over the dialog's history entry. */
  replace?: boolean;
  className?: string;
}

/** The item's quantity in the cart, beside an add button. Not a live region, because the toast announces changes. */
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
