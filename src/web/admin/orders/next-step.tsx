import { isPiece } from "../../../contracts/orders/cart-rules.ts";
import type { Order, OrderItem } from "../../../contracts/orders/order.ts";
import type { OrderStatus } from "../../../contracts/orders/order-rules.ts";
import { needsAddress, shortId } from "../../checkout/order-rules.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { recordPath } from "../layout/record-path.ts";
import { PARCELS_CARD } from "./parcel-text.ts";
import type { OrderStatusChoice } from "./use-order-status.ts";

/** Excludes pieces that a refund put back into stock. */
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

/** The button for an order's next step; renders nothing when there is none. */
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
