import { holdEnd } from "../../../contracts/orders/order-rules.ts";
import { dueOf, type FullOrder, type OrderRow } from "./order.ts";
import { statusOf } from "./status.ts";

/** The order with other columns. */
export const withRow = (full: FullOrder, set: Partial<OrderRow>): FullOrder => ({
  ...full,
  order: { ...full.order, ...set },
});

/** Where the pieces should be. Whether they still are on the shelf is known under the lock of their products. */
function wantedStock({ order: was }: FullOrder, { placement, paidAt }: OrderRow): OrderRow["stock"] {
  if (placement === "cancelled") return "released";
  if (placement === "accepted" || (paidAt && was.stock !== "released")) return "sold";
  if (was.placement === "cancelled") return paidAt ? "sold" : "reserved";
  // An order that waits takes nothing by itself.
  return was.stock === "released" ? "released" : "reserved";
}

/** What follows from a new placement, goods or money: since when it is paid, its status, its pieces and its hold. */
export function moved(before: FullOrder, changed: FullOrder, now: Date, firstPaidAt: Date = now): FullOrder {
  const paidAt = dueOf(changed) === 0 ? (changed.order.paidAt ?? firstPaidAt) : null;
  const order = { ...changed.order, paidAt };
  const stock = wantedStock(before, order);
  const isHeldAnew = order.placement === "open" && before.order.placement !== "open" && !paidAt;
  return {
    ...changed,
    order: {
      ...order,
      status: statusOf(order),
      stock,
      // The network is stored only as long as the order holds something.
      heldBy: stock === "reserved" ? order.heldBy : null,
      ...(isHeldAnew && { heldUntil: holdEnd(now), holdRenewed: false }),
    },
  };
}
