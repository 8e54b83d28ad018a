import { isPiece } from "../../contracts/cart-rules.ts";
import type { Order } from "../../contracts/order.ts";
import { isShippingOpen, type OrderStatus } from "../../contracts/order-states.ts";

/** The order number that customers see. */
export const shortId = ({ _id }: Pick<Order, "_id">) => _id.slice(-6);

export const successPath = ({ _id }: Pick<Order, "_id">) => `/success?orderId=${_id}`;

/** Pieces are to be sent, and nobody has said where to. */
export const needsAddress = ({ items, shipping, status }: Order) =>
  items.some(isPiece) && !shipping.address && isShippingOpen(status);

/** What a buyer should do first after paying; `undefined` when there is nothing to do. Its button is the filled one. */
export const firstTask = (order: Order) => {
  if (needsAddress(order)) return "address";
  return order.items.some(({ itemType }) => itemType === "course") ? "course" : undefined;
};

/** Labels of the order history. The first entry is always "Ordered". */
export const stepWords = {
  pending: "Waiting for payment again",
  paid: "Paid",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const satisfies Record<OrderStatus, string>;
