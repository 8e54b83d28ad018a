import type { ReactNode } from "react";
import type { Order } from "../../../contracts/order.ts";
import { formatMoment } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";

/** Problems that the owner has to solve by hand. */
export function OrderWarnings({ order: { stockShort, paymentNotes = [] } }: { order: Order }) {
  if (!stockShort && paymentNotes.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2" aria-label="Needs a look">
      {stockShort && (
        <Warning title="Stock is short.">
          The money came after the pieces were sold to others. Find a piece, or cancel the order and pay the money back.
        </Warning>
      )}
      {paymentNotes.map(({ at, paymentId, note }) => (
        <Warning key={paymentId} title="A payment needs a look.">
          {note} Payment {paymentId}, {formatMoment(at)}.
        </Warning>
      ))}
    </ul>
  );
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 rounded-card border border-rose bg-rose-wash px-4 py-3 text-rose">
      <Icon name="info" size={22} className="mt-0.5 shrink-0" />
      <p className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">{title}</strong> {children}
      </p>
    </li>
  );
}
