import { useShop } from "../lib/site.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function EmptyCart() {
  return (
    <EmptyState title="Your cart is empty" text="A stone, a course or an hour with someone you trust may wait here.">
      <LinkButton to="/courses" look="accent">
        Browse Courses
      </LinkButton>
      <LinkButton to="/products">Shop Products</LinkButton>
    </EmptyState>
  );
}

/** Server-rendered for everyone: `HEAD_SCRIPT` marks on <html> whether the cart is empty, and the style sheet shows the right part. */
export function UnknownCart() {
  const shop = useShop();
  return (
    <>
      <div className="cart-if-empty">
        <EmptyCart />
      </div>
      <div className="cart-if-filled cart-layout" aria-hidden>
        <div className="cart-frame-lines" />
        <div className="cart-summary cart-frame-summary" />
      </div>
      <noscript>
        <p className="mx-auto max-w-xl py-16 text-center text-lead">
          The cart needs JavaScript. Without it, order by phone: <strong>{shop.phone}</strong>
        </p>
      </noscript>
    </>
  );
}
