import type { OrderStatus } from "../../../contracts/orders/order-rules.ts";

/** Whether the order is wanted and owed: it waits for money or a confirmation, the shop owes it, or nobody wants it. */
export const placements = ["open", "accepted", "cancelled"] as const;
export type Placement = (typeof placements)[number];

/** How far the whole order is on its way. Parcels and the owner move it. */
export const goodsStates = ["unsent", "sent", "delivered"] as const;
export type Goods = (typeof goodsStates)[number];

export interface Axes {
  placement: Placement;
  goods: Goods;
  paidAt: Date | null;
}

/** The one status that the specification shows. The CHECK `orders_status_derived` is the same rule in SQL. */
export function statusOf({ placement, goods, paidAt }: Axes): OrderStatus {
  if (placement === "cancelled") return "cancelled";
  if (placement === "open") return "pending";
  if (goods === "sent") return "shipped";
  if (goods === "delivered") return "delivered";
  return paidAt ? "paid" : "pending";
}

/** What a status means that the owner chooses. Without `goods`, parcels and progress stay as they are. */
export interface Target {
  placement: Placement;
  goods?: Goods;
  /** "mark": what is due counts as paid without a record. "unmark": it was not paid after all. */
  money?: "mark" | "unmark";
}

export const targets: Record<OrderStatus, Target> = {
  pending: { placement: "open", goods: "unsent", money: "unmark" },
  paid: { placement: "accepted", goods: "unsent", money: "mark" },
  shipped: { placement: "accepted", goods: "sent" },
  delivered: { placement: "accepted", goods: "delivered" },
  cancelled: { placement: "cancelled" },
};
