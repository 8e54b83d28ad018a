import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isPiece } from "../../../contracts/orders/cart-rules.ts";
import type { Order, OrderItem } from "../../../contracts/orders/order.ts";
import { type OrderStatus, orderStatuses, shortId } from "../../../contracts/orders/order-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { needsAddress } from "../../orders/order-rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Options } from "../../ui/choice-fields.tsx";
import { classes } from "../../ui/classes.ts";
import { control } from "../../ui/field.tsx";
import { recordPath } from "../layout/labels.ts";
import { problemsOf } from "./refunds/money-states.ts";
import { SHIPMENTS_CARD } from "./shipments/shipment-text.ts";

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
    </div>
  );
}

/**
 * Optimistic update: a chosen status shows at once and is rolled back when saving fails.
 * Saves are queued, so of two quick choices the last one wins.
 */
export function useOrderStatus(order: Order, onSaved?: () => void) {
  const [status, setStatus] = useState(order.status);
  const [reason, setReason] = useState("");
  const saved = useRef(order.status);
  const queue = useRef(Promise.resolve());

  useEffect(() => {
    saved.current = order.status;
    setStatus(order.status);
  }, [order.status]);

  async function save(to: OrderStatus) {
    try {
      await browserApi.call("PUT /api/orders/:id/status", { params: { id: order._id }, body: { status: to } });
      saved.current = to;
      toast("Order status updated");
      onSaved?.();
    } catch (error) {
      setStatus(saved.current);
      setReason(errorMessage(error, "It could not be saved. Please try again."));
      toast("Failed to update status", { tone: "bad" });
    }
  }

  function choose(to: OrderStatus) {
    setStatus(to);
    setReason("");
    queue.current = queue.current.then(() => save(to));
  }

  return { status, reason, choose };
}
export type OrderStatusChoice = ReturnType<typeof useOrderStatus>;

/** Excludes refunded pieces. */
const isToSend = (item: OrderItem) => isPiece(item) && (item.unpackedQty !== 0 || Boolean(item.shippedQty));

/** Only pieces are shipped. An unpaid order has no next status here: the owner sets it with the select. */
function nextStatus({ items }: Order, status: OrderStatus) {
  if (status === "paid") return items.some(isToSend) ? "shipped" : "delivered";
  return status === "shipped" ? "delivered" : undefined;
}

interface NextStepProps extends Pick<OrderStatusChoice, "status" | "choose"> {
  order: Order;
  className?: string;
}

export function NextStep({ order, status, choose, className }: NextStepProps) {
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
