import { useId } from "react";
import { parseItem } from "../../contracts/orders/item-rules.ts";
import { type CartLine, itemTypeNames, totalOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { toast } from "../lib/toast.ts";
import { Link } from "../ui/link.tsx";
import { LinePicture } from "../ui/picture.tsx";
import { Quantity, removeLine } from "./line-controls.tsx";
import { LineNotes } from "./line-notes.tsx";
import type { LineTimeProps } from "./line-time.tsx";
import { LineTimeSlot } from "./line-time-slot.tsx";

function itemPath(line: CartLine) {
  const { productId, expertId } = parseItem(line);
  if (line.itemType !== "consultancy") return `/${line.itemType}/${productId ?? line.itemId}`;
  return expertId ? `/experts/${expertId}` : "/#consultancy";
}

export function CartLineRow({ line, lineCheck, busy }: LineTimeProps) {
  const notesId = useId();
  const problem = lineCheck?.problem;
  const total = formatRupees(totalOf([line]));
  return (
    <li className="cart-row">
      <LinePicture line={line} sizes="112px" className="aspect-square w-full [grid-area:picture]" />
      <div className="min-w-0 [grid-area:name]">
        <p className="font-display text-title">
          {problem === "gone" ? (
            line.title
          ) : (
            <Link to={itemPath(line)} className="underline-offset-4 hover:underline">
              {line.title}
            </Link>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-small text-ink-soft">
          <span>{itemTypeNames[line.itemType]}</span>
          <span aria-hidden>·</span>
          <span>
            <span className="sr-only">Unit price </span>
            {formatRupees(line.price)} each
          </span>
        </p>
        <LineTimeSlot line={line} lineCheck={lineCheck} busy={busy} />
        <LineNotes id={notesId} line={line} lineCheck={lineCheck} />
      </div>
      <div className="cart-row-count">
        {problem ? (
          <p className="text-small text-ink-soft">Quantity {line.qty}</p>
        ) : (
          <Quantity line={line} max={lineCheck?.available ?? null} reason={notesId} />
        )}
      </div>
      <p className="cart-row-total">
        <span className="sr-only">Line total </span>
        {problem ? <s className="font-normal text-ink-soft">{total}</s> : total}
      </p>
      <button
        type="button"
        data-remove
        aria-label={`Remove ${line.title}`}
        onClick={(event) => {
          removeLine(event, line);
          toast(`${line.title} was removed`, { tone: "plain" });
        }}
        className="min-h-11 justify-self-start text-ink-soft underline-gold transition-colors [grid-area:remove] hover:text-ink"
      >
        Remove
      </button>
    </li>
  );
}
