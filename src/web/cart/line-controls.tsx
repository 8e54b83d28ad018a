import type { MouseEvent } from "react";
import { MAX_QUANTITY } from "../../contracts/orders/cart-rules.ts";
import { type CartLine, removeFromCart, setQuantity } from "../lib/cart.ts";
import { useShop } from "../lib/site.ts";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { timeOf } from "./chosen-time.ts";

const icon = { size: 18 } as const;

interface QuantityProps {
  line: CartLine;
  max: number | null;
  /** The id of the element that explains the limit. */
  reason?: string | undefined;
}

export function Quantity({ line, max, reason }: QuantityProps) {
  const { maxPiecesPerOrder } = useShop();
  const most = line.itemType === "product" ? maxPiecesPerOrder : MAX_QUANTITY;
  const limit = timeOf(line) ? 1 : Math.min(max ?? MAX_QUANTITY, most);
  return (
    <fieldset
      aria-label={`Quantity of ${line.title}`}
      className="flex items-center rounded-full border border-edge bg-paper"
    >
      <Step label={`One less ${line.title}`} blocked={line.qty <= 1} onStep={() => setQuantity(line, line.qty - 1)}>
        <Icon name="minus" {...icon} />
      </Step>
      <output className="min-w-8 text-center font-semibold tabular-nums">{line.qty}</output>
      <Step
        label={`One more ${line.title}`}
        blocked={line.qty >= limit}
        reason={reason}
        onStep={() => setQuantity(line, line.qty + 1)}
      >
        <Icon name="plus" {...icon} />
      </Step>
    </fieldset>
  );
}

interface StepProps {
  label: string;
  blocked: boolean;
  reason?: string | undefined;
  onStep: () => void;
  children: React.ReactNode;
}

/** Uses `aria-disabled`, so that a button at its limit keeps the keyboard focus. */
function Step({ label, blocked, reason, onStep, children }: StepProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={blocked || undefined}
      aria-describedby={blocked ? reason : undefined}
      onClick={blocked ? undefined : onStep}
      className={classes(blocked ? "cursor-not-allowed text-edge" : "hover:bg-sand")}
    >
      {children}
    </IconButton>
  );
}

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
