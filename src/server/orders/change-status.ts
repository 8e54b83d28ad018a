import { randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { isFulfilmentStep, type OrderStatus } from "../../contracts/orders/order-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { orderError } from "./errors.ts";
import { moveAppointments } from "./order-appointments.ts";
import { moveCoupon } from "./order-coupon.ts";
import { lockOrder, type OrderRow, orderTitle } from "./order-rows.ts";
import { holdEnd, retakeStock, returnStock, sellStock } from "./order-stock.ts";
import { orderHistory, orders } from "./order-table.ts";
import type { OrderContext } from "./service.ts";

/** Cancelling returns the stock; re-opening takes it again. Returns the order's new stock columns. */
async function moveStock(tx: Transaction, context: OrderContext, order: OrderRow, to: OrderStatus) {
  if (to === "cancelled") {
    await returnStock(tx, context, order);
    return { stock: "shelf", stockShort: false } as const;
  }
  if (order.status === "cancelled" && !(await retakeStock(tx, context, order))) {
    throw orderError("out_of_stock", { message: "The order cannot be re-opened: its pieces have been sold since." });
  }
  const isTaken = order.status === "cancelled" || order.stock !== "shelf";
  if (to === "pending") {
    const heldUntil = holdEnd(context.clock.now());
    return { stock: isTaken ? "held" : "shelf", heldUntil, holdRenewed: false, stockShort: false } as const;
  }
  return sellStock(tx, context, { ...order, stock: isTaken ? "kept" : "shelf" });
}

const recordActivity = (tx: Transaction, { activity }: OrderContext, order: OrderRow, to: OrderStatus, by: string) =>
  activity.record(tx, {
    by,
    action: "updated",
    kind: "order",
    recordId: order.id,
    title: orderTitle(order),
    before: { status: order.status },
    after: { status: to },
  });

/** Mails each step once. Counts history rows, because the outbox drops its deduplication keys after a month. */
async function enqueueMails(tx: Transaction, { mails }: OrderContext, orderId: string, to: OrderStatus) {
  if (to === "paid") await mails.enqueuePaid(tx, orderId);
  if (!isFulfilmentStep(to)) return;
  const times = await tx.$count(orderHistory, and(eq(orderHistory.orderId, orderId), eq(orderHistory.status, to)));
  if (times === 1) await mails.enqueueStep(tx, orderId, to);
}

/** Moves the order and its stock, with an entry in the history. Needs the lock of the order. */
export async function moveTo(
  tx: Transaction,
  context: OrderContext,
  order: OrderRow,
  to: OrderStatus,
  ownerId: string,
) {
  await moveCoupon(tx, context, order, to, ownerId);
  await moveAppointments(tx, context, order, to, ownerId);
  const stock = await moveStock(tx, context, order, to);
  const now = context.clock.now();
  await tx
    .update(orders)
    .set({ status: to, ...stock, ...(to === "paid" && !order.paidAt && { paidAt: now }) })
    .where(eq(orders.id, order.id));
  const change = { orderId: order.id, status: to, actor: "owner", userId: ownerId } as const;
  await tx.insert(orderHistory).values({ ...change, id: randomUUIDv7(), at: now });
}

/** The owner may set any status from any status. */
export async function changeStatus(context: OrderContext, orderId: string, to: OrderStatus, ownerId: string) {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.deletedAt) throw orderError("order_not_found");
    if (order.status === to) return;
    await moveTo(tx, context, order, to, ownerId);
    await recordActivity(tx, context, order, to, ownerId);
    await enqueueMails(tx, context, order.id, to);
  });
}
