import { type MouseEvent, useEffect, useId, useState } from "react";
import { browserZone, momentInBoth } from "../appointments/times.tsx";
import { type CartLine, keyOf, quantityOf, readLines, totalOf, useCart } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { LinkButton } from "../ui/button.tsx";
import { LinePicture } from "../ui/picture.tsx";
import { checkCart } from "./check-cart.ts";
import { timeOf } from "./chosen-time.ts";
import type { LineCheck, LineChecks } from "./line-check.ts";
import { Quantity, RemoveButton, removeLine } from "./line-controls.tsx";
import { LineNotes } from "./line-notes.tsx";
import { formatTotal, PriceRows, TaxNote } from "./price-rows.tsx";
import { useTotals } from "./use-totals.ts";

/** The content of the cart drawer. Loaded on first opening: the drawer is on every page. */
export function DrawerContent({ open }: { open: boolean }) {
  const cart = useCart();
  const [lineChecks, setLineChecks] = useState<LineChecks>({});
  const [removed, setRemoved] = useState("");
  // A failed check leaves the cart as it is; the checkout checks again.
  useEffect(() => {
    if (open) void checkCart().then((check) => check.lineChecks && setLineChecks(check.lineChecks));
  }, [open]);
  return (
    <>
      {/* Toasts are behind the drawer, where screen readers do not reach them. */}
      <p role="status" className="sr-only">
        {removed}
      </p>
      {cart.length === 0 ? (
        <div className="flex flex-col items-start gap-5 px-5 pb-8">
          <p className="text-lead text-ink-soft">Your cart is empty</p>
          <LinkButton to="/products" replace>
            Shop Products
          </LinkButton>
        </div>
      ) : (
        <>
          <ul className="grow overflow-y-auto border-t border-line px-5">
            {cart.map((line) => (
              <Line
                key={keyOf(line)}
                line={line}
                lineCheck={lineChecks[keyOf(line)]}
                onRemove={(event) => {
                  removeLine(event, line);
                  setRemoved(`Removed. ${quantityOf(readLines())} left in your cart.`);
                }}
              />
            ))}
          </ul>
          <div className="border-t border-line bg-ivory px-5 pt-4 pb-6">
            <Totals cart={cart.filter((line) => !lineChecks[keyOf(line)]?.problem)} />
            <LinkButton to="/checkout" look="accent" replace className="mt-4 w-full">
              Proceed to Checkout
            </LinkButton>
            <LinkButton to="/cart" replace className="mt-2 w-full border-transparent bg-transparent">
              View cart
            </LinkButton>
          </div>
        </>
      )}
    </>
  );
}

function Totals({ cart }: { cart: readonly CartLine[] }) {
  const state = useTotals(cart);
  return (
    <>
      {!state.isSubtotalOnly && (
        <dl className="mb-1">
          <PriceRows state={state} />
        </dl>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{state.isSubtotalOnly ? "Subtotal" : "Total"}</span>
        <span className="text-title font-semibold">{formatTotal(state)}</span>
      </p>
      <TaxNote />
    </>
  );
}

interface LineProps {
  line: CartLine;
  lineCheck: LineCheck | undefined;
  onRemove: (event: MouseEvent) => void;
}

function Line({ line, lineCheck, onRemove }: LineProps) {
  const notesId = useId();
  const time = timeOf(line);
  return (
    <li className="flex items-start gap-4 border-b border-line py-4 last:border-0">
      <LinePicture line={line} sizes="72px" className="size-18" />
      <div className="min-w-0 grow">
        <div className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <p className="leading-snug font-medium">{line.title}</p>
            <p className="text-small text-ink-soft">
              {line.qty} × {formatRupees(line.price)}
            </p>
            {time && <p className="text-small">{momentInBoth(browserZone(), time)}</p>}
          </div>
          <RemoveButton line={line} onClick={onRemove} className="-mt-2.5 -mr-2.5" />
        </div>
        <LineNotes id={notesId} line={line} lineCheck={lineCheck} inDialog />
        {!lineCheck?.problem && (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Quantity line={line} max={lineCheck?.available ?? null} reason={notesId} />
            <span className="font-semibold">{formatRupees(totalOf([line]))}</span>
          </div>
        )}
      </div>
    </li>
  );
}
