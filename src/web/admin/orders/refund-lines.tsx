import { useId } from "react";
import type { RefundLine } from "../../../contracts/refunds/refund.ts";
import { formatRupees } from "../../lib/money.ts";
import { control } from "../../ui/field.tsx";

/** A quantity for each line that can still be refunded; a checkbox for a single piece. */
export function RefundLines({ lines }: { lines: RefundLine[] }) {
  return (
    <ul className="border-y border-line">
      {lines.map((line) => (
        <Line key={line.itemId} line={line} />
      ))}
    </ul>
  );
}

function Line({ line: { itemId, title, qty, amount } }: { line: RefundLine }) {
  const id = useId();
  const name = `line ${itemId}`;
  return (
    <li className="flex items-center gap-4 border-b border-line py-3 last:border-0">
      <label htmlFor={id} className="min-w-0 grow leading-snug wrap-anywhere">
        {title}
        <span className="block text-small text-ink-soft">
          {qty === 1 ? formatRupees(amount) : `${qty} for ${formatRupees(amount)}`}
        </span>
      </label>
      {qty === 1 ? (
        <input id={id} name={name} type="checkbox" value="1" className="size-6 shrink-0 accent-ink" />
      ) : (
        <div className="w-24 shrink-0">
          <input
            id={id}
            name={name}
            type="number"
            inputMode="numeric"
            min={0}
            max={qty}
            step={1}
            defaultValue={0}
            className={`${control} mt-0 min-h-12`}
          />
        </div>
      )}
    </li>
  );
}
