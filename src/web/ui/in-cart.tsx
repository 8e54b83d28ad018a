import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

interface BesideButtonProps {
  text: string;
  to: string;
  label: string;
  /** In a dialog: the link takes over the dialog's history entry. */
  replace?: boolean | undefined;
  className?: string | undefined;
}

/** A short sentence and a link, beside an add button. Appears after hydration, without moving the button. */
export const BesideButton = ({ text, to, label, replace, className }: BesideButtonProps) => (
  <p className={classes("in-cart flex min-h-11 flex-wrap items-center gap-x-2", className)}>
    <span>{text}</span>
    <span aria-hidden>·</span>
    <Link
      to={to}
      replace={replace}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {label}
    </Link>
  </p>
);

type InCartProps = { quantity: number } & Pick<BesideButtonProps, "replace" | "className">;

/** The item's quantity in the cart. Not a live region, because the toast announces changes. */
export const InCart = ({ quantity, ...rest }: InCartProps) =>
  quantity > 0 && <BesideButton text={`${quantity} in your cart`} to="/cart" label="View cart" {...rest} />;
