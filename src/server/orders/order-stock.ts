import { and, eq, inArray, lte } from "drizzle-orm";
import { HOLD_MINUTES } from "../../contracts/orders/order-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { type OrderRow, readItems } from "./order-rows.ts";
import { orders } from "./order-table.ts";
import type { OrderDeps } from "./service.ts";

const BATCH = 100;

export const holdEnd = (now: Date) => new Date(now.getTime() + HOLD_MINUTES * 60_000);

/** Thrown to roll a transaction back when the stock does not suffice. */
export class InsufficientStock extends Error {}

/** The pieces of these orders, without pieces that a refund has returned to stock. */
export async function readPieces(tx: Transaction, { catalogue }: OrderDeps, orderIds: string[]) {
  const items = await readItems(tx, orderIds);
  return catalogue.piecesOf(
    items.map((item) => ({ ...item, qty: item.qty - item.restockedQty })).filter(({ qty }) => qty > 0),
  );
}

/** Takes an order's pieces from the shelf again, all or none. */
export async function retakeStock(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  const pieces = await readPieces(tx, deps, [order.id]);
  try {
    await tx.transaction(async (savepoint) => {
      if (!(await deps.catalogue.stock.take(savepoint, pieces))) throw new InsufficientStock();
    });
    return true;
  } catch (error) {
    if (error instanceof InsufficientStock) return false;
    throw error;
  }
}

/** The stock columns of an order that is paid. `stockShort`: the hold had expired and others bought the pieces. */
export async function sellStock(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  const isTaken = order.stock !== "shelf" || (await retakeStock(tx, deps, order));
  return isTaken ? ({ stock: "kept", stockShort: false } as const) : { stockShort: true };
}

export async function returnStock(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  if (order.stock !== "shelf") await deps.catalogue.stock.give(tx, await readPieces(tx, deps, [order.id]));
}

/** Returns the stock of a batch of unpaid orders whose hold has expired. The orders stay pending. Returns their number. */
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
    await deps.coupons.release(tx, ids);
    await deps.catalogue.stock.give(tx, await readPieces(tx, deps, ids));
    await tx.update(orders).set({ stock: "shelf" }).where(inArray(orders.id, ids));
    return ids.length;
  });
}
