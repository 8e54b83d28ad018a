import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { OrderStatus } from "../../contracts/order-states.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { OrderDeps } from "./deps.ts";
import { orderError } from "./errors.ts";
import { announcePaid } from "./mails.ts";
import { lockOrder, type OrderRow, titleOf } from "./order-rows.ts";
import { HOLD_MS, keepStockIfLeft, putBack, takeAgain } from "./order-stock.ts";
import { orderHistory, orders } from "./order-table.ts";

/** Where the pieces go when the owner sets a status: a cancelled order gives them back and, re-opened, takes them again. */
async function moveStock(tx: Transaction, deps: OrderDeps, order: OrderRow, to: OrderStatus) {
  if (to === "cancelled") {
    await putBack(tx, deps, order);
    return { stock: "shelf", stockShort: false } as const;
  }
  if (order.status === "cancelled" && !(await takeAgain(tx, deps, order))) {
    throw orderError("out_of_stock", { message: "The order cannot be re-opened: its pieces have been sold since." });
  }
  const isTaken = order.status === "cancelled" || order.stock !== "shelf";
  if (to === "pending") {
    const heldUntil = new Date(deps.clock.now().getTime() + HOLD_MS);
    return { stock: isTaken ? "held" : "shelf", heldUntil, stockShort: false } as const;
  }
  return keepStockIfLeft(tx, deps, { ...order, stock: isTaken ? "kept" : "shelf" });
}

const recordChange = (tx: Transaction, { activity }: OrderDeps, order: OrderRow, to: OrderStatus, by: string) =>
  activity.record(tx, {
    by,
    action: "updated",
    kind: "order",
    recordId: order.id,
    title: titleOf(order),
    before: { status: order.status },
    after: { status: to },
  });

/** The owner may set any status from any status; each change is kept with who and when. */
export async function changeStatus(deps: OrderDeps, orderId: string, to: OrderStatus, ownerId: string) {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.deletedAt) throw orderError("order_not_found");
    if (order.status === to) return;
    const moved = await moveStock(tx, deps, order, to);
    await tx
      .update(orders)
      .set({ status: to, ...moved })
      .where(eq(orders.id, order.id));
    const change = { orderId: order.id, status: to, actor: "owner", userId: ownerId } as const;
    await tx.insert(orderHistory).values({ ...change, id: randomUUIDv7(), at: deps.clock.now() });
    await recordChange(tx, deps, order, to, ownerId);
    if (to === "paid") await announcePaid(tx, deps, order.id);
  });
}
