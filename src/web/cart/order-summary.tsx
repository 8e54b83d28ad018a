import { lazy, Suspense } from "react";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { CartLine } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatTotal, PriceNotes, PriceRow, PriceRows, TaxNote } from "./price-rows.tsx";
import { useTotals } from "./use-totals.ts";

const TAX_AND_FEES = 0;

/** Loaded lazily: only pieces need it, and it imports the form fields. */
const ArrivalField = lazy(() => import("./arrival-field.tsx"));

/** `cart` has the lines that can be bought. */
export function OrderSummary({ cart }: { cart: readonly CartLine[] }) {
  const state = useTotals(cart);
  const isPinPriced = useShop().delivery?.hasPinPrices === true;
  return (
    <section aria-labelledby="order-summary" className="cart-summary">
      <h2 id="order-summary" className="text-title">
        Order Summary
      </h2>
      <dl className="mt-4">
        <PriceRows state={state} />
        <PriceRow name="Tax & Fees" amount={formatRupees(TAX_AND_FEES)} />
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-4 text-title font-semibold">
          <dt>Total</dt>
          <dd>{formatTotal(state)}</dd>
        </div>
      </dl>
      <TaxNote />
      <PriceNotes state={state} />
      {cart.some(isPiece) && (
        <div className="mt-3 min-h-11">
          <Suspense>
            <ArrivalField isOpen={isPinPriced} />
          </Suspense>
        </div>
      )}
      {cart.length === 0 ? (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a disabled link that stays focusable. */}
          <span
            role="link"
            aria-disabled="true"
            aria-describedby="checkout-blocked"
            tabIndex={0}
            className="mt-6 flex min-h-12 cursor-not-allowed items-center justify-center rounded-control border border-edge bg-sand px-6 font-semibold text-ink-soft"
          >
            Proceed to Checkout
          </span>
          <p id="checkout-blocked" className="mt-3 text-small text-ink-soft">
            Nothing in your cart can be bought at the moment.
          </p>
        </>
      ) : (
        <LinkButton to="/checkout" look="accent" className="mt-6 w-full">
          Proceed to Checkout
        </LinkButton>
      )}
    </section>
  );
}
