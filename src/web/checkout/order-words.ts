import type { Order } from "../../contracts/order.ts";
import type { OrderStatus } from "../../contracts/order-states.ts";

/** An order's id as customers see it. */
export const shortId = ({ _id }: Pick<Order, "_id">) => _id.slice(-6);

export const isPaidFor = ({ status }: Pick<Order, "status">) =>
  status === "paid" || status === "shipped" || status === "delivered";

export const successPath = ({ _id }: Pick<Order, "_id">) => `/success?orderId=${_id}`;

/** What each step of an order's history is called; the first one is always that it was placed. */
export const stepWords = {
  pending: "Waiting for payment again",
  paid: "Paid",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const satisfies Record<OrderStatus, string>;
