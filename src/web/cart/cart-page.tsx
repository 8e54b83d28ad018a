import { keyOf } from "../lib/cart.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { TextLink } from "../ui/link.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";
import { WithoutCart } from "../ui/without-cart.tsx";
import type { Route } from "./+types/cart-page";
import { CartLineRow } from "./cart-line-row.tsx";
import { type CartCheck, checkCart, useCheckedCart } from "./check-cart.ts";
import { busyInCart } from "./chosen-time.ts";
import { OrderSummary } from "./order-summary.tsx";

/** The cart exists only in the browser. */
export const loader = (): CartCheck => ({ lineChecks: null, failed: false });

export const clientLoader = () => checkCart();
clientLoader.hydrate = true as const;

export const meta = privateMeta({
  title: "Your Cart",
  description: "What you have chosen, with today's prices and what is in stock.",
  path: "/cart",
});

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { cart, lineChecks, failed, checkAgain } = useCheckedCart(loaderData);
  const busy = busyInCart(cart ?? [], lineChecks);
  return (
    <>
      <Banner title="Your Cart" />
      <div className="shell pt-4 pb-20 md:pt-8">
        {cart === undefined && <UnknownCart />}
        {cart?.length === 0 && <EmptyCart />}
        {cart !== undefined && cart.length > 0 && (
          <div className="cart-layout">
            <div className="@container">
              {failed && (
                <LoadProblem onRetry={checkAgain}>
                  Prices and stock could not be checked just now. They are shown as they were when you added them.
                </LoadProblem>
              )}
              <ul>
                {cart.map((line) => (
                  <CartLineRow key={keyOf(line)} line={line} lineCheck={lineChecks[keyOf(line)]} busy={busy} />
                ))}
              </ul>
              <TextLink to="/products" className="mt-4">
                Continue shopping
              </TextLink>
            </div>
            <OrderSummary cart={cart.filter((line) => !lineChecks[keyOf(line)]?.problem)} />
          </div>
        )}
      </div>
    </>
  );
}

function EmptyCart() {
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
function UnknownCart() {
  return (
    <>
      <div className="cart-if-empty scripting-none:hidden">
        <EmptyCart />
      </div>
      <div className="cart-if-filled cart-layout" aria-hidden>
        <div className="cart-frame-lines" />
        <div className="cart-summary h-[17.5rem]" />
      </div>
      <WithoutCart className="mx-auto max-w-xl py-16 text-center text-lead" />
    </>
  );
}
