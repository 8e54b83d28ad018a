import { useShop } from "../lib/site.ts";

interface WithoutCartProps {
  action?: "order" | "book";
  className: string;
}

/** Without scripts there is no cart: the visitor calls. */
export function WithoutCart({ action = "order", className }: WithoutCartProps) {
  const shop = useShop();
  return (
    <noscript>
      <p className={className}>
        The cart needs JavaScript. Without it, {action} by phone: <strong>{shop.phone}</strong>
      </p>
    </noscript>
  );
}
