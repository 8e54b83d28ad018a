import type { MouseEvent } from "react";
import { MAX_QUANTITY } from "../../contracts/orders/cart-rules.ts";
import { type CartLine, removeFromCart, setQuantity } from "../lib/cart.ts";
import { useShop } from "../lib/site.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { timeOf } from "./chosen-time.ts";

/** `reason` is the id of the element that explains the limit. */
export function Quantity({ line, max, reason }: { line: CartLine; max: number | null; reason: string }) {
  const { maxPiecesPerOrder } = useShop();
  const most = line.itemType === "product" ? maxPiecesPerOrder : MAX_QUANTITY;
  const limit = timeOf(line) ? 1 : Math.min(max ?? MAX_QUANTITY, most);
  const isLeast = line.qty <= 1;
  const isMost = line.qty >= limit;
  return (
    <fieldset
      aria-label={`Quantity of ${line.title}`}
      className="flex items-center rounded-full border border-edge bg-paper"
    >
      <IconButton label={`One less ${line.title}`} {...stepProps(isLeast, () => setQuantity(line, line.qty - 1))}>
        <Icon name="minus" size={18} />
      </IconButton>
      <output className="min-w-8 text-center font-semibold tabular-nums">{line.qty}</output>
      <IconButton
        label={`One more ${line.title}`}
        aria-describedby={isMost ? reason : undefined}
        {...stepProps(isMost, () => setQuantity(line, line.qty + 1))}
      >
        <Icon name="plus" size={18} />
      </IconButton>
    </fieldset>
  );
}

/** Uses `aria-disabled`, so that a button at its limit keeps the keyboard focus. */
const stepProps = (isBlocked: boolean, onStep: () => void) => ({
  "aria-disabled": isBlocked || undefined,
  onClick: isBlocked ? undefined : onStep,
  className: isBlocked ? "cursor-not-allowed text-edge" : "hover:bg-sand",
});

/**
 * Removes the line of the pressed button. The focus moves to the next line's Remove button, so that several lines can be
 * removed by keyboard; after the last line to the top of the page or of the drawer.
 */
export function removeLine({ currentTarget }: MouseEvent, { itemId }: CartLine) {
  const row = currentTarget.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const top = row?.closest("dialog")?.querySelector("button") ?? document.getElementById("content");
  const next = neighbour?.querySelector<HTMLElement>("[data-remove]") ?? top;
  removeFromCart(itemId);
  next?.focus({ preventScroll: neighbour === null });
}
