import { and, eq, inArray, lte } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import type { OrderDeps } from "./deps.ts";
import { itemsOf, type OrderRow } from "./order-rows.ts";
import { orders } from "./order-table.ts";

export const HOLD_MS = 30 * 60_000;
const BATCH = 100;

/** Ends a nested transaction, so that a take that reached only some of its products takes nothing. */
class TooFew extends Error {}

export const piecesOfOrders = async (tx: Transaction, { catalogue }: OrderDeps, ids: string[]) =>
  catalogue.piecesOf([...(await itemsOf(tx, ids)).values()].flat());

/** Takes an order's pieces off the shelf again: all of them or none. */
export async function takeAgain(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  const pieces = await piecesOfOrders(tx, deps, [order.id]);
  try {
    await tx.transaction(async (step) => {
      if (!(await deps.catalogue.stock.take(step, pieces))) throw new TooFew();
    });
    return true;
  } catch (error) {
    if (error instanceof TooFew) return false;
    throw error;
  }
}

/** For an order that is paid: its pieces are sold. When the hold had run out and others bought them, that is written down. */
export async function keepStockIfLeft(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  const isTaken = order.stock !== "shelf" || (await takeAgain(tx, deps, order));
  return isTaken ? ({ stock: "kept", stockShort: false } as const) : { stockShort: true };
}

export async function putBack(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  if (order.stock !== "shelf") await deps.catalogue.stock.give(tx, await piecesOfOrders(tx, deps, [order.id]));
}

/** Gives back what unpaid orders have held for too long; the orders stay as they are. Answers how many there were. */
export async function releaseExpired(deps: OrderDeps) {
  return deps.db.transaction(async (tx) => {
    const expired = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.stock, "held"), eq(orders.status, "pending"), lte(orders.heldUntil, deps.clock.now())))
      .orderBy(orders.id)
      .limit(BATCH)
      .for("update", { skipLocked: true });
    const ids = expired.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await deps.catalogue.stock.give(tx, await piecesOfOrders(tx, deps, ids));
    await tx.update(orders).set({ stock: "shelf" }).where(inArray(orders.id, ids));
    return ids.length;
  });
}
