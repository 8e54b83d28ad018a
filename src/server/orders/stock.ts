import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { holdEnd } from "../../contracts/orders/order-rules.ts";
import type { Catalogue, Pieces } from "../catalogue/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import { orderError } from "./errors.ts";
import { heldTogether, type ItemRow, type OrderRow, readItems } from "./order-records.ts";
import { orderItems, orders } from "./order-table.ts";
import { BeyondShare, type OrderChange, type OrderParticipant, takeSteps } from "./process.ts";
import type { OrderDeps } from "./service.ts";

const BATCH = 100;

export class InsufficientStock extends Error {}

/** Lines without the pieces that a refund has returned to stock. */
export const withoutRestocked = (items: ItemRow[]) =>
  items.map((item) => ({ ...item, qty: item.qty - item.restockedQty })).filter(({ qty }) => qty > 0);

const heldPieces = statement("held-pieces", (db) => {
  const holder = { userId: given("userId"), heldBy: given("heldBy") };
  return db
    .select({
      itemId: orderItems.itemId,
      qty: sql`sum(${orderItems.qty} - ${orderItems.restockedQty})`.mapWith(Number),
    })
    .from(orderItems)
    .where(
      and(
        inArray(orderItems.orderId, heldTogether(db, holder)),
        ne(orderItems.orderId, given("id")),
        eq(orderItems.itemType, "product"),
        sql`${orderItems.itemId} = any(${given("items")})`,
      ),
    )
    .groupBy(orderItems.itemId);
});

/** The wanted pieces with what other unpaid orders of the same network or account hold of them. */
async function withHeld(tx: Transaction, { id, userId, heldBy }: OrderRow, pieces: Pieces[]) {
  const wanted = pieces.map(({ itemId }) => itemId);
  const rows = await heldPieces(tx, { id, userId, heldBy, items: wanted });
  const held = new Map(rows.map(({ itemId, qty }) => [itemId, qty]));
  return pieces.map((one) => ({ ...one, heldQty: held.get(one.itemId) ?? 0 }));
}

/** The network is stored only as long as the order holds something. */
const forget = ({ heldBy }: OrderRow) => heldBy !== null && { heldBy: null };

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

  /** Takes the pieces for a hold, within the share of the order's network and account. */
  async function hold(tx: Transaction, { order, items }: OrderChange) {
    const pieces = piecesIn(items);
    if (pieces.length === 0) return;
    if (order.heldBy && (await stock.take(tx, await withHeld(tx, order, pieces)))) return;
    if (!(await stock.take(tx, pieces))) throw new InsufficientStock();
    if (order.heldBy) throw new BeyondShare();
  }

  /** `stockShort`: the hold had expired and others bought the pieces. */
  async function sell(tx: Transaction, { order, items }: OrderChange): Promise<Partial<OrderRow>> {
    const isTaken = order.stock !== "shelf" || (await retake(tx, items));
    return isTaken ? { stock: "kept", stockShort: false, ...forget(order) } : { stockShort: true };
  }

  async function giveBack(tx: Transaction, { order, items }: OrderChange): Promise<Partial<OrderRow>> {
    if (order.stock !== "shelf") await stock.give(tx, piecesIn(items));
    return { stock: "shelf", stockShort: false, ...forget(order) };
  }

  return {
    async onPlaced(tx, change) {
      if (change.order.stock === "held") await hold(tx, change);
    },
    onExpired: giveBack,
    async onRenewed(tx, change) {
      const { heldBy } = change.order;
      await giveBack(tx, change);
      await hold(tx, change);
      return { stock: "held", heldUntil: holdEnd(clock.now()), holdRenewed: true, heldBy };
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
