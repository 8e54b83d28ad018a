import { formatRupees } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { classes } from "../ui/classes.ts";
import type { TotalsState } from "./use-totals.ts";

/** Placeholder for an amount that is still loading: prevents a layout shift. */
const UNKNOWN = "…";

export const formatTotal = ({ totals }: TotalsState) => (totals ? formatRupees(totals.total) : UNKNOWN);

/** Subtotal, and discount and delivery where they exist. Rows of a `dl`. */
export function PriceRows({ state }: { state: TotalsState }) {
  const { totals, hasDelivery, coupon, subtotal } = state;
  const isRefused = totals?.coupon?.problem !== undefined;
  const hasDiscount = coupon !== "" && !isRefused && !totals?.coupon?.freeDelivery;
  const delivery = totals && (totals.delivery > 0 ? formatRupees(totals.delivery) : "Free");
  return (
    <>
      <PriceRow name="Subtotal" amount={formatRupees(subtotal)} />
      {hasDiscount && (
        <PriceRow name={`Discount (${coupon})`} amount={totals ? `−${formatRupees(totals.discount)}` : UNKNOWN} />
      )}
      {hasDelivery && <PriceRow name="Delivery" amount={delivery ?? UNKNOWN} />}
    </>
  );
}

export function PriceRow({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="min-w-0 wrap-anywhere text-ink-soft">{name}</dt>
      <dd className="whitespace-nowrap">{amount}</dd>
    </div>
  );
}

/** Below a total: the prices of a registered seller include GST. */
export const TaxNote = ({ className }: { className?: string }) =>
  useShop().isRegistered && <p className={classes("text-small text-ink-soft", className)}>Inclusive of all taxes</p>;

/** Why the coupon no longer applies to this cart, or that the total could not be loaded. */
export function PriceNotes({ state: { totals, failed, retry } }: { state: TotalsState }) {
  const problem = totals?.coupon?.problem;
  return (
    <div role="status" className="text-small font-medium text-rose not-empty:mt-2">
      {problem && `${totals.coupon?.code}: ${problem}`}
      {failed && (
        <>
          The total could not be worked out just now.{" "}
          <button type="button" onClick={retry} className="min-h-11 font-semibold underline underline-offset-4">
            Try again
          </button>
        </>
      )}
    </div>
  );
}
