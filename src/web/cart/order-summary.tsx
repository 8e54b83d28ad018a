import { formatRupees } from "../lib/money.ts";
import { LinkButton } from "../ui/button.tsx";

const TAX_AND_FEES = 0;

/** `blocked` is the reason why checkout is not possible. */
export function OrderSummary({ subtotal, blocked }: { subtotal: number; blocked: string | undefined }) {
  return (
    <section aria-labelledby="order-summary" className="cart-summary">
      <h2 id="order-summary" className="text-title">
        Order Summary
      </h2>
      <dl className="mt-4">
        <Amount name="Subtotal" rupees={subtotal} />
        <Amount name="Tax & Fees" rupees={TAX_AND_FEES} />
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-4 text-title font-semibold">
          <dt>Total</dt>
          <dd>{formatRupees(subtotal + TAX_AND_FEES)}</dd>
        </div>
      </dl>
      {blocked ? (
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
            {blocked}
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

function Amount({ name, rupees }: { name: string; rupees: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd>{formatRupees(rupees)}</dd>
    </div>
  );
}
