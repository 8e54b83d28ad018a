import { type KeyboardEvent, useId } from "react";
import type { Order } from "../../../contracts/orders/order.ts";
import { type OrderStatus, orderStatuses } from "../../../contracts/orders/order-rules.ts";
import { shortId } from "../../checkout/order-rules.ts";
import { control } from "../../ui/field.tsx";
import type { OrderStatusChoice } from "./use-order-status.ts";

/**
 * A closed select changes with every arrow key, and each change is saved and may send a mail to the buyer.
 * So these keys open the list, and only a choice made there is saved.
 */
function openListOnKey(event: KeyboardEvent<HTMLSelectElement>) {
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isLetter && !/^(Arrow|Page|Home|End)/.test(event.key)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}

interface StatusSelectProps extends OrderStatusChoice {
  order: Pick<Order, "_id">;
  /** For places where a heading already names the field. */
  hideLabel?: boolean;
}

export function StatusSelect({ order, status, reason, choose, hideLabel }: StatusSelectProps) {
  const id = useId();
  return (
    <div className="min-w-0 grow basis-36">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-small font-semibold"}>
        Status<span className="sr-only"> of order {shortId(order)}</span>
      </label>
      <select
        id={id}
        value={status}
        onChange={(event) => choose(event.currentTarget.value as OrderStatus)}
        onKeyDown={openListOnKey}
        aria-describedby={reason ? `${id}-reason` : undefined}
        className={`${control} min-h-12`}
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
