import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Transaction } from "../../platform/database/database.ts";
import { given, statement } from "../../platform/database/statement.ts";
import { orderError } from "./errors.ts";
import { BeyondShare, type Follower, isRefund } from "./follow.ts";
import { type ItemRow, type OrderRow, withoutRestocked } from "./order.ts";
import { orderItems } from "./order-table.ts";
import { heldTogether } from "./read.ts";

interface Pieces {
  itemId: string;
  productId: string;
  variantId: string | null;
  qty: number;
}

/** Where pieces are taken from and returned to. */
export interface Shelf {
  piecesOf(lines: Iterable<Pick<ItemRow, "itemId" | "productId" | "variantId" | "qty">>): Pieces[];
  /** All or none. `heldQty`: what the network holds already; without it there is no share to exceed. */
  take(tx: Transaction, pieces: readonly (Pieces & { heldQty?: number })[]): Promise<boolean>;
  give(tx: Transaction, pieces: readonly Pieces[]): Promise<void>;
}

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

const isMissing = () =>
  orderError("out_of_stock", { message: "The order cannot be re-opened: its pieces have been sold since." });

/** The pieces of an order: reserved while it is unpaid, sold, or back in stock. */
export function createStockFollower({ piecesOf, take, give }: Shelf): Follower {
  const piecesIn = (items: ItemRow[]) => piecesOf(withoutRestocked(items));

  /** Takes the pieces for a hold, within the share of the order's network and account. */
  async function hold(tx: Transaction, order: OrderRow, pieces: Pieces[]) {
    if (pieces.length === 0) return;
    if (order.heldBy && (await take(tx, await withHeld(tx, order, pieces)))) return;
    if (!(await take(tx, pieces))) throw orderError("out_of_stock");
    if (order.heldBy) throw new BeyondShare();
  }

  async function giveRefunded(tx: Transaction, before: ItemRow[], after: ItemRow[]) {
    const returned = after.map((item, n) => ({ ...item, qty: item.restockedQty - before[n]!.restockedQty }));
    await give(tx, piecesOf(returned.filter(({ qty }) => qty > 0)));
  }

  return async (tx, { before, after, command }) => {
    const pieces = piecesIn(after.items);
    const [was, wanted] = [before?.order.stock ?? "released", after.order.stock];
    if (command.type === "place" || command.type === "renewHold") {
      // The hold of a renewed order may have ended without having been released.
      if (was === "reserved") await give(tx, pieces);
      if (wanted === "reserved") await hold(tx, after.order, pieces);
      return;
    }
    if (before && isRefund(command)) await giveRefunded(tx, before.items, after.items);
    if (was !== "released" && wanted === "released") await give(tx, pieces);
    if (was !== "released" || wanted === "released" || (await take(tx, pieces))) return;
    if (before?.order.placement === "cancelled") throw isMissing();
    // Others bought the pieces after the hold had ended: the order is short.
    return { stock: "released" };
  };
}
