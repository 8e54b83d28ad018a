import { and, eq, lte, sql } from "drizzle-orm";
import { holdEnd } from "../../contracts/orders/order-rules.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { orderError } from "./errors.ts";
import { type ItemRow, type OrderRow, readItems } from "./order-records.ts";
import { orderItems, orders } from "./order-table.ts";
import { type OrderChange, type OrderParticipant, takeSteps } from "./process.ts";
import type { OrderDeps } from "./service.ts";

const BATCH = 100;

export class InsufficientStock extends Error {}

/** Lines without the pieces that a refund has returned to stock. */
export const withoutRestocked = (items: ItemRow[]) =>
  items.map((item) => ({ ...item, qty: item.qty - item.restockedQty })).filter(({ qty }) => qty > 0);

/** The pieces of an order: held while it is unpaid, kept once it is sold, or back on the shelf. */
export function stockParticipant({ catalogue, clock }: { catalogue: Catalogue; clock: Clock }): OrderParticipant {
  const { stock, piecesOf } = catalogue;
  const piecesIn = (items: ItemRow[]) => piecesOf(withoutRestocked(items));

  /** Takes the pieces from the shelf again, all or none. */
  async function retake(tx: Transaction, items: ItemRow[]) {
    try {
      await tx.transaction(async (savepoint) => {
        if (!(await stock.take(savepoint, piecesIn(items)))) throw new InsufficientStock();
      });
      return true;
    } catch (error) {
      if (error instanceof InsufficientStock) return false;
      throw error;
    }
  }

  /** `stockShort`: the hold had expired and others bought the pieces. */
  async function sell(tx: Transaction, { order, items }: OrderChange): Promise<Partial<OrderRow>> {
    const isTaken = order.stock !== "shelf" || (await retake(tx, items));
    return isTaken ? { stock: "kept", stockShort: false } : { stockShort: true };
  }

  async function giveBack(tx: Transaction, { order, items }: OrderChange): Promise<Partial<OrderRow>> {
    if (order.stock !== "shelf") await stock.give(tx, piecesIn(items));
    return { stock: "shelf", stockShort: false };
  }

  return {
    async onPlaced(tx, { items }) {
      if (!(await stock.take(tx, piecesIn(items)))) throw new InsufficientStock();
    },
    onExpired: giveBack,
    async onRenewed(tx, { order, items }) {
      if (order.stock === "shelf" && !(await retake(tx, items))) throw new InsufficientStock();
      return { stock: "held", heldUntil: holdEnd(clock.now()), holdRenewed: true };
    },
    onPaid: sell,
    onShipped: sell,
    onDelivered: sell,
    onCancelled: giveBack,
    async onReopened(tx, { order, items }) {
      const isCancelled = order.status === "cancelled";
      if (isCancelled && !(await retake(tx, items)))
        throw orderError("out_of_stock", {
          message: "The order cannot be re-opened: its pieces have been sold since.",
        });
      const isTaken = isCancelled || order.stock !== "shelf";
      const heldUntil = holdEnd(clock.now());
      return { stock: isTaken ? "held" : "shelf", heldUntil, holdRenewed: false, stockShort: false };
    },

    /** Only an order whose stock is "kept" still has pieces: a cancelled order has returned them already. */
    async onRefunded(tx, { order, items, restock }) {
      if (order.stock !== "kept") return false;
      const returned = items.flatMap((item) => {
        const wanted = restock.find(({ lineIndex }) => lineIndex === item.lineIndex)?.qty ?? 0;
        const qty = Math.min(wanted, item.qty - item.restockedQty);
        return item.itemType === "product" && qty > 0 ? [{ ...item, qty }] : [];
      });
      for (const { lineIndex, qty } of returned) {
        await tx
          .update(orderItems)
          .set({ restockedQty: sql`${orderItems.restockedQty} + ${qty}` })
          .where(and(eq(orderItems.orderId, order.id), eq(orderItems.lineIndex, lineIndex)));
      }
      await stock.give(tx, piecesOf(returned));
      return returned.length > 0;
    },
  };
}

/** Ends the expired holds of a batch of unpaid orders. The orders stay pending. Returns their number. */
export async function releaseExpired(deps: OrderDeps) {
  const { db, clock } = deps;
  const isHeld = and(eq(orders.stock, "held"), eq(orders.status, "pending"));
  const isExpired = and(isHeld, lte(orders.heldUntil, clock.now()));
  const expired = await db.select({ id: orders.id }).from(orders).where(isExpired).orderBy(orders.id).limit(BATCH);
  let released = 0;
  for (const { id } of expired)
    await db.transaction(async (tx) => {
      const isStill = and(eq(orders.id, id), isExpired);
      const [order] = await tx.select().from(orders).where(isStill).for("update", { skipLocked: true });
      if (!order) return;
      const items = await readItems(tx, [id]);
      await takeSteps(tx, deps, { order, items, steps: ["expired"], by: { actor: "system" } });
      released += 1;
    });
  return released;
}
