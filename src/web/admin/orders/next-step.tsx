import { isPiece } from "../../../contracts/cart-rules.ts";
import type { Order, OrderItem } from "../../../contracts/order.ts";
import type { OrderStatus } from "../../../contracts/order-states.ts";
import { needsAddress, shortId } from "../../checkout/order-words.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { recordPath } from "../layout/record-path.ts";
import { PARCELS_CARD } from "./parcel-words.ts";
import type { OrderStatusChoice } from "./use-order-status.ts";

/** Pieces that a refund put back on the shelf are not sent. */
const isToSend = (item: OrderItem) => isPiece(item) && (item.unpackedQty !== 0 || Boolean(item.shippedQty));

/** Only pieces are shipped. Money that has not come yet has no next step: the owner decides with the select. */
function nextStatus({ items }: Order, status: OrderStatus) {
  if (status === "paid") return items.some(isToSend) ? "shipped" : "delivered";
  return status === "shipped" ? "delivered" : undefined;
}

interface NextStepProps extends Pick<OrderStatusChoice, "status" | "choose"> {
  order: Order;
  className?: string;
}

/** The one thing to do next with an order; nothing when it waits for the buyer or is done. */
export function NextStep({ order, status, choose, className }: NextStepProps) {
  const next = nextStatus(order, status);
  const look = classes("px-4", className);
  const orderName = <span className="sr-only"> (order {shortId(order)})</span>;
  if (next === "shipped" && needsAddress({ ...order, status }))
    return (
      <LinkButton to={recordPath("order", order._id)} className={look}>
        Add the address
        {orderName}
      </LinkButton>
    );
  if (next === "shipped" && order.items.some((item) => isPiece(item) && item.unpackedQty !== 0))
    return (
      <LinkButton to={`${recordPath("order", order._id)}#${PARCELS_CARD}`} className={look}>
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
