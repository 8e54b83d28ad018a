import { and, asc, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { BulkStatusForm, BulkStatusResult } from "../../contracts/orders/order.ts";
import { type OrderStatus, UNPAID_DAYS } from "../../contracts/orders/order-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { ShopError } from "../platform/http/errors.ts";
import { orderError } from "./errors.ts";
import { lockOrder, type OrderRow, readItems } from "./order-records.ts";
import { orderHistory, orders } from "./order-table.ts";
import { type By, mayTake, type OrderChange, stepsTo, takeSteps } from "./process.ts";
import type { OrderContext, OrderDeps, OrderUser } from "./service.ts";

const UNPAID_MS = UNPAID_DAYS * 24 * 60 * 60_000;
const BATCH = 100;

export const changeOrder = async (tx: Transaction, deps: OrderDeps, change: Omit<OrderChange, "items">) =>
  takeSteps(tx, deps, { ...change, items: await readItems(tx, [change.order.id]) });

/** The owner may set any status from any status. */
export async function changeStatus(context: OrderContext, orderId: string, to: OrderStatus, owner: OrderUser) {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.deletedAt) throw orderError("order_not_found");
    if (order.status === to) return;
    const by = { actor: "owner", userId: owner.id } as const;
    await changeOrder(tx, context, { order, steps: stepsTo(to, order.status), status: to, by });
  });
}

/** One transaction for each order: a refused order does not block the others. Sequential, to hold one connection. */
export async function changeStatuses(context: OrderContext, { ids, status }: BulkStatusForm, owner: OrderUser) {
  const result: BulkStatusResult = { changed: [], failed: [] };
  for (const _id of new Set(ids)) {
    try {
      await changeStatus(context, _id, status, owner);
      result.changed.push(_id);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      result.failed.push({ _id, message: error.message });
    }
  }
  return result;
}

/** Soft delete by the owner. An unpaid order releases its stock when its hold expires. */
export async function removeOrder(context: OrderContext, orderId: string, ownerId: string) {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.deletedAt) throw orderError("order_not_found");
    await changeOrder(tx, context, { order, steps: ["deleted"], by: { actor: "owner", userId: ownerId } });
  });
}

export const cancel = (tx: Transaction, deps: OrderDeps, order: OrderRow, by: By) =>
  changeOrder(tx, deps, { order, steps: ["cancelled"], status: "cancelled", by });

/** A pending order with a payment was set back by the owner, who must decide about the money. */
const isCancellable = (order: OrderRow, by: By) => mayTake("cancelled", by, order) && !order.paymentId;

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
    const by = { actor: "buyer", userId } as const;
    if (!isCancellable(order, by)) throw await refusal(deps, order.status);
    await cancel(tx, deps, order, by);
  });
}

const cancelUnpaid = (deps: OrderDeps, id: string) =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    const by = { actor: "system" } as const;
    // Recheck under the lock: the order may have been paid or opened for payment since the query.
    if (isCancellable(order, by) && order.heldUntil <= deps.clock.now()) await cancel(tx, deps, order, by);
  });

/** `askProvider` settles a payment that was not reported. It returns false if that is unclear: the order stays. */
export async function cancelStale(
  deps: OrderDeps,
  askProvider: (orderId: string) => Promise<boolean>,
  signal?: AbortSignal,
) {
  const now = deps.clock.now();
  const isStale = and(
    eq(orders.status, "pending"),
    isNull(orders.deletedAt),
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
