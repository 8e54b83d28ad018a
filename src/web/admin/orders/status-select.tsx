import { type KeyboardEvent, useId } from "react";
import type { Order } from "../../../contracts/order.ts";
import { type OrderStatus, orderStatuses } from "../../../contracts/order-states.ts";
import { shortId } from "../../checkout/order-words.ts";
import { control } from "../../ui/field.tsx";
import type { StatusChoice } from "./use-status.ts";

/**
 * A closed list changes with every arrow key and letter, and each change is saved: on the way to "shipped" an order would
 * be called paid, and its buyer written to. So such a key opens the list, and only what is chosen there counts.
 */
function openByKey(event: KeyboardEvent<HTMLSelectElement>) {
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isLetter && !/^(Arrow|Page|Home|End)/.test(event.key)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}

interface StatusSelectProps extends StatusChoice {
  order: Pick<Order, "_id">;
  /** Where a heading says already what it is. */
  hidesLabel?: boolean;
}

export function StatusSelect({ order, status, reason, choose, hidesLabel }: StatusSelectProps) {
  const id = useId();
  return (
    <div className="min-w-0 grow basis-36">
      <label htmlFor={id} className={hidesLabel ? "sr-only" : "text-small font-semibold"}>
        Status<span className="sr-only"> of order {shortId(order)}</span>
      </label>
      <select
        id={id}
        value={status}
        onChange={(event) => choose(event.currentTarget.value as OrderStatus)}
        onKeyDown={openByKey}
        aria-describedby={reason ? `${id}-reason` : undefined}
        className={`${control} h-12`}
      >
        {orderStatuses.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </select>
      {reason && (
        <p id={`${id}-reason`} className="mt-1 text-small font-medium text-rose">
          {reason}
        </p>
      )}
    </div>
  );
}
