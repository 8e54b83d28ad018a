import type { Order, OrderItem } from "../../contracts/orders/order.ts";
import type { LineProgress, OrderStatus } from "../../contracts/orders/order-rules.ts";
import { Badge } from "../ui/badge.tsx";
import { TextLink } from "../ui/link.tsx";
import { canReview } from "./order-rules.ts";

const tones = {
  paid: "sage",
  pending: "gold",
  cancelled: "rose",
  shipped: "grey",
  delivered: "grey",
} as const satisfies Record<OrderStatus, string>;

export const OrderStatusBadge = ({ status }: { status: OrderStatus }) => <Badge tone={tones[status]}>{status}</Badge>;

/** Labels of the order history. The first entry is always "Ordered". */
export const statusLabels = {
  pending: "Waiting for payment again",
  paid: "Paid",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const satisfies Record<OrderStatus, string>;

const progressLabels = {
  to_pack: "To be packed",
  shipped: "On the way",
  delivered: "Delivered",
  access_given: "Access given",
  to_schedule: "Time to be agreed",
  booked: "Booked",
  done: "Done",
  missed: "Missed",
} as const satisfies Record<LineProgress, string>;

export const ReviewLink = ({ order, item }: { order: Order; item: OrderItem }) =>
  canReview(order, item) && (
    <TextLink
      to={`/orders/${order._id}/review?item=${encodeURIComponent(item.itemId)}`}
      className="text-small in-[.admin]:hidden"
    >
      Write or see your review<span className="sr-only"> of {item.title}</span>
    </TextLink>
  );

/** The fulfilment progress of a line as text; empty while the order is unpaid. */
export function progressText(item: OrderItem) {
  const { qty, refundedQty = 0 } = item;
  if (refundedQty === qty) return "Refunded";
  return [placeText(item), refundedQty && `${refundedQty} refunded`].filter(Boolean).join(", ");
}

/** The pieces of one line may have different states: some delivered, some shipped. */
function placeText({ progress, shippedQty = 0, deliveredQty = 0, unpackedQty = 0 }: OrderItem) {
  if (!progress) return "";
  const parts = [
    [deliveredQty, "delivered"],
    [shippedQty - deliveredQty, "on the way"],
    [progress === "to_pack" ? unpackedQty : 0, "to be packed"],
  ] as const;
  const some = parts.filter(([count]) => count > 0);
  return some.length > 1 ? some.map(([count, word]) => `${count} ${word}`).join(", ") : progressLabels[progress];
}
