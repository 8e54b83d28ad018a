import { randomUUIDv7 } from "node:crypto";
import { and, asc, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { Actor } from "../../contracts/activity/activity-rules.ts";
import { type OrderStatus, UNPAID_DAYS } from "../../contracts/orders/order-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { orderError } from "./errors.ts";
import { lockOrder, type OrderRow } from "./order-rows.ts";
import { returnStock } from "./order-stock.ts";
import { orderHistory, orders } from "./order-table.ts";
import type { OrderDeps } from "./service.ts";

const UNPAID_MS = UNPAID_DAYS * 24 * 60 * 60_000;
const BATCH = 100;

type Canceller = { actor: Actor; userId?: string };

/** Needs the lock of the order. */
async function cancel(tx: Transaction, deps: OrderDeps, order: OrderRow, by: Canceller) {
  await deps.coupons.release(tx, [order.id]);
  await deps.appointments.cancelOf(tx, order.id, by, "order");
  await returnStock(tx, deps, order);
  await tx.update(orders).set({ status: "cancelled", stock: "shelf" }).where(eq(orders.id, order.id));
  const change = { orderId: order.id, status: "cancelled", at: deps.clock.now(), ...by } as const;
  await tx.insert(orderHistory).values({ ...change, id: randomUUIDv7() });
}

async function wasCancelledByBuyer(tx: Transaction, { id, status }: OrderRow) {
  if (status !== "cancelled") return false;
  const [last] = await tx
    .select({ actor: orderHistory.actor })
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(desc(orderHistory.id))
    .limit(1);
  return last?.actor === "buyer";
}

async function refusal({ settings }: OrderDeps, status: OrderStatus) {
  const { phone } = (await settings.read()).business;
  return orderError("order_not_cancellable", {
    message:
      status === "cancelled"
        ? "This order has been cancelled already."
        : `This order is ${status} and can no longer be cancelled here. Please call us at ${phone}.`,
  });
}

/** A buyer cancels one of their unpaid orders. Idempotent. A payment that arrives later is reported to the owner. */
export async function cancelOwn(deps: OrderDeps, id: string, userId: string) {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.userId !== userId || order.deletedAt) throw orderError("order_not_found");
    if (await wasCancelledByBuyer(tx, order)) return;
    // A pending order with a payment was set back by the owner, who must decide about the money.
    if (order.status !== "pending" || order.paymentId) throw await refusal(deps, order.status);
    await cancel(tx, deps, order, { actor: "buyer", userId });
  });
}

const cancelUnpaid = (deps: OrderDeps, id: string) =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    // Recheck under the lock: the order may have been paid or opened for payment since the query.
    if (order.status !== "pending" || order.paymentId || order.heldUntil > deps.clock.now()) return;
    await cancel(tx, deps, order, { actor: "system" });
  });

/**
 * Cancels orders that were not paid for a week. `askProvider` settles an order whose payment was not reported; it
 * returns `false` when the provider's answer is unclear, and then the order stays.
 */
export async function cancelStale(
  deps: OrderDeps,
  askProvider: (orderId: string) => Promise<boolean>,
  signal?: AbortSignal,
) {
  const now = deps.clock.now();
  const isStale = and(
    eq(orders.status, "pending"),
    isNull(orders.deletedAt),
    // A pending order with a payment was set back by the owner, who must decide about the money.
    isNull(orders.paymentId),
    lte(orders.createdAt, new Date(now.getTime() - UNPAID_MS)),
    lte(orders.heldUntil, now),
  );
  let last: string | undefined;
  do {
    const stale = await deps.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(isStale, last ? gt(orders.id, last) : undefined))
      .orderBy(asc(orders.id))
      .limit(BATCH);
    for (const { id } of stale) {
      if (signal?.aborted) return;
      if (await askProvider(id)) await cancelUnpaid(deps, id);
    }
    last = stale.length < BATCH ? undefined : stale.at(-1)!.id;
  } while (last);
}
