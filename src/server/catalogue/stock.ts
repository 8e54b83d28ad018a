import { type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { visibleStock } from "../../contracts/catalogue/product-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import type { ChangeEvents } from "../platform/events.ts";
import { products } from "./product-table.ts";
import { listTag, recordTag, stockTag } from "./tags.ts";

export interface Pieces {
  productId: string;
  qty: number;
}

/** `heldQty`: what the network holds already. Without it there is no share to exceed. */
type WantedPieces = Pieces & { heldQty?: number };

/** One network may hold this many pieces of a product, or half of what is left of it. */
const MIN_SHARE = 3;

interface StockChange {
  id: string;
  before: number;
  after: number;
}

/** Locks rows in the order of their ids, so that two orders for the same products cannot deadlock. */
function lockedProducts(db: NodePgDatabase, which: SQL) {
  const columns = { id: sql<string>`id`.as("id"), qty: sql<number>`qty`.as("qty") };
  return db.$with("locked", columns).as(sql`
    select product.id, wanted.qty
    from unnest(${given("ids")}::uuid[], ${given("quantities")}::int[], ${given("held")}::int[])
      as wanted (id, qty, held)
    join ${products} product on product.id = wanted.id
    where ${which}
    order by product.id for update of product`);
}

const valuesOf = (pieces: readonly WantedPieces[]) => ({
  ids: pieces.map(({ productId }) => productId),
  quantities: pieces.map(({ qty }) => qty),
  held: pieces.map(({ heldQty }) => heldQty ?? null),
});

const takePieces = statement("take-stock", (db) => {
  const share = sql`greatest(${sql.raw(`${MIN_SHARE}`)}, (product.stock + wanted.held) / 2)`;
  const isWithinShare = sql`(wanted.held is null or wanted.held + wanted.qty <= ${share})`;
  const locked = lockedProducts(db, sql`product.stock >= wanted.qty and ${isWithinShare}`);
  return db
    .with(locked)
    .update(products)
    .set({ stock: sql`${products.stock} - locked.qty` })
    .from(locked)
    .where(sql`${products.id} = locked.id and (select count(*) from locked) = cardinality(${given("ids")}::uuid[])`)
    .returning({ id: products.id, before: sql<number>`${products.stock} + locked.qty`, after: products.stock });
});

const givePieces = statement("give-stock", (db) => {
  const locked = lockedProducts(db, sql`true`);
  return db
    .with(locked)
    .update(products)
    .set({ stock: sql`${products.stock} + locked.qty` })
    .from(locked)
    .where(sql`${products.id} = locked.id`)
    .returning({ id: products.id, before: sql<number>`${products.stock} - locked.qty`, after: products.stock });
});

/** Cache tags of visible changes: the product when its stock text changes, lists when it sells out or is back. */
function visibleTags(changes: StockChange[]) {
  const tags = new Set<string>();
  for (const { id, before, after } of changes) {
    if (visibleStock(before) === visibleStock(after)) continue;
    tags.add(recordTag("/products", id));
    if ((before === 0) !== (after === 0)) tags.add(listTag("/products"));
  }
  return [...tags];
}

/** The only place where stock is taken and returned. `products.stock` counts pieces that are neither sold nor held. */
export function createStock({ changes }: { changes: ChangeEvents }) {
  async function publish(tx: Transaction, stockChanges: StockChange[]) {
    changes.expireLocally(stockChanges.map(({ id }) => stockTag(id)));
    const tags = visibleTags(stockChanges);
    if (tags.length > 0) await changes.expire(tx, tags);
  }

  return {
    /** Takes all pieces or none: `false` when a product has too few left, is gone, or the share is exceeded. */
    async take(tx: Transaction, pieces: readonly WantedPieces[]) {
      if (pieces.length === 0) return true;
      const rows = await takePieces(tx, valuesOf(pieces));
      if (rows.length === 0) return false;
      await publish(tx, rows);
      return true;
    },

    /** Returns pieces to stock. Skips products that have been deleted since. */
    async give(tx: Transaction, pieces: readonly Pieces[]) {
      if (pieces.length === 0) return;
      await publish(tx, await givePieces(tx, valuesOf(pieces)));
    },
  };
}

export function piecesOf(lines: Iterable<{ itemType: string; itemId: string; qty: number }>): Pieces[] {
  const quantities = new Map<string, number>();
  for (const { itemType, itemId, qty } of lines) {
    if (itemType === "product") quantities.set(itemId, (quantities.get(itemId) ?? 0) + qty);
  }
  return [...quantities].map(([productId, qty]) => ({ productId, qty }));
}
