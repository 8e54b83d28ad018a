import type { Order } from "../../contracts/order.ts";
import type { OrderStatus } from "../../contracts/order-states.ts";

/** The order number that customers see. */
export const shortId = ({ _id }: Pick<Order, "_id">) => _id.slice(-6);

export const successPath = ({ _id }: Pick<Order, "_id">) => `/success?orderId=${_id}`;

/** Labels of the order history. The first entry is always "Ordered". */
export const stepWords = {
  pending: "Waiting for payment again",
  paid: "Paid",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const satisfies Record<OrderStatus, string>;
