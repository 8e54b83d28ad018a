import type { ComponentProps, MouseEvent } from "react";
import { MAX_QUANTITY } from "../../contracts/orders/cart-rules.ts";
import { type CartLine, removeFromCart, setQuantity } from "../lib/cart.ts";
import { useShop } from "../lib/site.ts";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { timeOf } from "./chosen-time.ts";

type QuantityProps = { line: CartLine; max: number | null; reason: string; onChange?: (qty: number) => void };

/** `reason` is the id of the element that explains the limit. Changes the stored cart unless `onChange` is given. */
export function Quantity({ line, max, reason, onChange = (qty) => setQuantity(line, qty) }: QuantityProps) {
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
      <IconButton label={`One less ${line.title}`} {...stepProps(isLeast, () => onChange(line.qty - 1))}>
        <Icon name="minus" size={18} />
      </IconButton>
      <output className="min-w-8 text-center font-semibold tabular-nums">{line.qty}</output>
      <IconButton
        label={`One more ${line.title}`}
        aria-describedby={isMost ? reason : undefined}
        {...stepProps(isMost, () => onChange(line.qty + 1))}
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

export const RemoveButton = ({ line, className, ...rest }: { line: CartLine } & ComponentProps<"button">) => (
  <IconButton
    {...rest}
    label={`Remove ${line.title}`}
    data-remove
    className={classes("text-ink-soft hover:bg-sand hover:text-ink", className)}
  >
    <Icon name="trash-2" size={20} />
  </IconButton>
);

/**
 * Removes the line of the pressed button. The focus moves to the next line's Remove button, so that several lines can be
 * removed by keyboard; after the last line to the top of the page or of the drawer.
 */
export function removeLine({ currentTarget }: MouseEvent, { itemId }: CartLine, remove = removeFromCart) {
  const row = currentTarget.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const top = row?.closest("dialog")?.querySelector("button") ?? document.getElementById("content");
  const next = neighbour?.querySelector<HTMLElement>("[data-remove]") ?? top;
  remove(itemId);
  next?.focus({ preventScroll: neighbour === null });
}
