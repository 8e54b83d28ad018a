import { type KeyboardEvent, useId } from "react";
import { isPiece } from "../../../contracts/orders/cart-rules.ts";
import type { Order, OrderItem } from "../../../contracts/orders/order.ts";
import { type OrderStatus, orderStatuses, shortId } from "../../../contracts/orders/order-rules.ts";
import { needsAddress } from "../../orders/order-rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Options } from "../../ui/choice-fields.tsx";
import { classes } from "../../ui/classes.ts";
import { control } from "../../ui/field.tsx";
import { recordPath } from "../layout/labels.ts";
import { AskStatus } from "./ask-status.tsx";
import { problemsOf } from "./refunds/money-states.ts";
import { SHIPMENTS_CARD } from "./shipments/shipment-text.ts";
import type { OrderStatusChoice } from "./use-order-status.ts";

export const OrderProblems = ({ order }: { order: Order }) =>
  problemsOf(order).map((text) => (
    <Badge key={text} tone="rose">
      {text}
    </Badge>
  ));

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

interface StatusSelectProps {
  choice: OrderStatusChoice;
  /** For places where a heading already names the field. */
  hideLabel?: boolean;
}

/** The select, and the question that a choice in it may need. */
export function StatusSelect({ choice, hideLabel }: StatusSelectProps) {
  const { order, status, reason, choose } = choice;
  const id = useId();
  return (
    <div className="min-w-0 grow basis-36">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-small font-semibold"}>
        Status<span className="sr-only"> of order {shortId(order._id)}</span>
      </label>
      <select
        id={id}
        value={status}
        onChange={(event) => choose(event.currentTarget.value as OrderStatus)}
        onKeyDown={openListOnKey}
        aria-describedby={reason ? `${id}-reason` : undefined}
        className={`${control} min-h-12`}
      >
        <Options of={orderStatuses} />
      </select>
      {reason && (
        <p id={`${id}-reason`} className="mt-1 text-small font-medium text-rose">
          {reason}
        </p>
      )}
      <AskStatus {...choice} />
    </div>
  );
}

/** Excludes refunded pieces. */
const isToSend = (item: OrderItem) => isPiece(item) && (item.unpackedQty !== 0 || Boolean(item.shippedQty));

/** Only pieces are shipped. An unpaid order has no next status here: the owner sets it with the select. */
function nextStatus({ items }: Order, status: OrderStatus) {
  if (status === "paid") return items.some(isToSend) ? "shipped" : "delivered";
  return status === "shipped" ? "delivered" : undefined;
}

interface NextStepProps {
  choice: OrderStatusChoice;
  className?: string;
}

export function NextStep({ choice: { order, status, choose }, className }: NextStepProps) {
  const next = nextStatus(order, status);
  const look = classes("px-4", className);
  const orderName = <span className="sr-only"> (order {shortId(order._id)})</span>;
  if (next === "shipped" && needsAddress({ ...order, status }))
    return (
      <LinkButton to={recordPath("order", order._id)} className={look}>
        Add the address
        {orderName}
      </LinkButton>
    );
  if (next === "shipped" && order.items.some((item) => isPiece(item) && item.unpackedQty !== 0))
    return (
      <LinkButton to={`${recordPath("order", order._id)}#${SHIPMENTS_CARD}`} className={look}>
        Send the pieces
        {orderName}
      </LinkButton>
    );
  if (!next) return null;
  return (
    <Button onClick={() => choose(next)} className={look}>
      Mark as {next}
      {orderName}
    </Button>
  );
}
