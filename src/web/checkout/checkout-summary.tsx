import { lazy, type ReactNode, useId, useState } from "react";
import { type BusyTime, timeOf, withTime } from "../cart/chosen-time.ts";
import type { LineCheck, LineChecks } from "../cart/line-check.ts";
import { Quantity, RemoveButton, removeLine } from "../cart/line-controls.tsx";
import { LineNotes } from "../cart/line-notes.tsx";
import type { LineTimeProps } from "../cart/line-time.tsx";
import { LineTimeSlot } from "../cart/line-time-slot.tsx";
import { formatTotal, PriceRows, TaxNote } from "../cart/price-rows.tsx";
import type { TotalsState } from "../cart/use-totals.ts";
import { type CartLine, isRepeatedService, keyOf, quantityOf, totalOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { OrderLine } from "../orders/order-lines.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { TextLink } from "../ui/link.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";

/** Loaded lazily: it brings the cards of products. */
const LineSize = lazy(() => import("./line-size.tsx"));

export interface CheckoutSummaryProps {
  cart: readonly CartLine[];
  lineChecks: LineChecks;
  /** The buyer's other appointments. */
  busy: readonly BusyTime[];
  failed: boolean;
  onRetry: () => void;
  state: TotalsState;
  children: ReactNode;
  /** Changes a line here, where it is not in the stored cart. `undefined` removes it. */
  onEdit: ((line: CartLine, to: CartLine | undefined) => void) | undefined;
}

const hasChanged = ({ problem, priceWas, qtyWas, timeWas }: LineCheck) =>
  problem !== null || [priceWas, qtyWas, timeWas].some((was) => was !== undefined);

/** The order summary. On small screens the lines are collapsed, unless one of them has to be seen before paying. */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { cart, lineChecks, busy, failed, onRetry, state, children, onEdit } = props;
  const [isExpanded, setExpanded] = useState(false);
  const linesId = useId();
  const quantity = quantityOf(cart);
  const hasNews = cart.some(
    (line) =>
      onEdit ||
      isRepeatedService(line) ||
      timeOf(line) ||
      hasChanged(lineChecks[keyOf(line)] ?? { available: null, problem: null }),
  );
  const isOpen = isExpanded || hasNews;
  return (
    <section aria-labelledby="checkout-summary" className="checkout-summary">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="checkout-summary" tabIndex={-1} className="text-title outline-none">
          Order Summary
        </h2>
        <span className="text-title font-semibold lg:hidden">{formatTotal(state)}</span>
      </div>
      <TaxNote className="lg:hidden" />
      {!hasNews && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={linesId}
          onClick={() => setExpanded(!isExpanded)}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-saffron-deep lg:hidden"
        >
          {isOpen ? "Hide items" : `Show ${quantity} ${quantity === 1 ? "item" : "items"}`}
          <Icon name="chevron-down" size={20} className={classes("transition-transform", isOpen && "rotate-180")} />
        </button>
      )}
      <div id={linesId} className={classes(!isOpen && "max-lg:hidden")}>
        {failed && (
          <div className="my-3">
            <LoadProblem onRetry={onRetry}>Prices and stock could not be checked just now.</LoadProblem>
          </div>
        )}
        <ul className="lg:mt-2">
          {cart.map((line) => (
            <Line key={keyOf(line)} {...{ line, busy, onEdit }} lineCheck={lineChecks[keyOf(line)]} />
          ))}
        </ul>
        {!state.isSubtotalOnly && (
          <dl className="mt-3">
            <PriceRows state={state} />
          </dl>
        )}
        <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 text-title font-semibold">
          Total <span>{formatTotal(state)}</span>
        </p>
        <TaxNote className="max-lg:hidden" />
        {!onEdit && (
          <TextLink to="/cart" className="mt-2">
            Change the cart
          </TextLink>
        )}
      </div>
      {children}
    </section>
  );
}

function Line({ line, lineCheck, busy, onEdit }: LineTimeProps & Pick<CheckoutSummaryProps, "onEdit">) {
  const edit = onEdit?.bind(null, line);
  const max = lineCheck?.available ?? null;
  const sizeChoice = edit && <LineSize line={line} onChoose={edit} />;
  const notesId = useId();
  const amount = formatRupees(totalOf([line]));
  return (
    <OrderLine line={line} amount={lineCheck?.problem ? <s className="font-normal text-ink-soft">{amount}</s> : amount}>
      <p className="text-small text-ink-soft">
        {line.qty} × {formatRupees(line.price)}
      </p>
      <LineTimeSlot {...{ line, lineCheck, busy }} onTime={edit && ((time) => edit(withTime(line, time)))} />
      <LineNotes id={notesId} {...{ line, lineCheck, sizeChoice }} phone="the number that you give here" />
      {edit && (
        <div className="needs-script mt-2 flex items-center justify-between">
          {!lineCheck?.problem && (
            <Quantity {...{ line, max }} reason={notesId} onChange={(qty) => edit({ ...line, qty })} />
          )}
          <RemoveButton line={line} onClick={(event) => removeLine(event, line, () => edit(undefined))} />
        </div>
      )}
    </OrderLine>
  );
}
