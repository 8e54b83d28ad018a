import { isPiece } from "../../contracts/cart-rules.ts";
import type { LineProgress } from "../../contracts/line-progress.ts";
import type { Order, OrderItem } from "../../contracts/order.ts";
import { isShippingOpen, type OrderStatus } from "../../contracts/order-states.ts";
import { isKept, refundedQty } from "../../contracts/refunded-items.ts";
import type { Shipment } from "../../contracts/shipment.ts";
import { isToChoose } from "../appointments/session-words.ts";

/** The order number that customers see. */
export const shortId = ({ _id }: Pick<Order, "_id">) => _id.slice(-6);

export const successPath = ({ _id }: Pick<Order, "_id">) => `/success?orderId=${_id}`;

/** The order has pieces to ship but no address yet. */
export const needsAddress = ({ items, shipping, status }: Order) =>
  items.some(isPiece) && !shipping.address && isShippingOpen(status);

/** The buyer's first task after paying; `undefined` when there is none. Its button is the page's primary one. */
export const firstTask = (order: Order) => {
  if (needsAddress(order)) return "address";
  if (order.appointments?.some(isToChoose)) return "time";
  return keptItems(order).some(({ itemType }) => itemType === "course") ? "course" : undefined;
};

/** The lines that were not fully refunded. */
export const keptItems = (order: Order) => order.items.filter((item) => isKept(order, item));

/** Labels of the order history. The first entry is always "Ordered". */
export const stepWords = {
  pending: "Waiting for payment again",
  paid: "Paid",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const satisfies Record<OrderStatus, string>;

const progressWords = {
  to_pack: "To be packed",
  shipped: "On the way",
  delivered: "Delivered",
  access_given: "Access given",
  to_schedule: "Time to be agreed",
  booked: "Booked",
  done: "Done",
  missed: "Missed",
} as const satisfies Record<LineProgress, string>;

/** The fulfilment progress of a line as text; empty while the order is unpaid. */
export function progressText(order: Order, item: OrderItem) {
  const refunded = refundedQty(order, item);
  if (refunded === item.qty) return "Refunded";
  return [placeText(item), refunded && `${refunded} refunded`].filter(Boolean).join(", ");
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
  return some.length > 1 ? some.map(([count, word]) => `${count} ${word}`).join(", ") : progressWords[progress];
}

/** When the order is delivered, its parcels count as delivered, even if not marked one by one. */
export const isParcelDelivered = ({ status }: Pick<Order, "status">, { deliveredAt }: Shipment) =>
  deliveredAt !== undefined || status === "delivered";
