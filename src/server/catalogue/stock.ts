import { type SQL, sql } from "drizzle-orm";
import { visibleStock } from "../../contracts/stock-levels.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { ChangeEvents } from "../platform/events/change-events.ts";
import { products } from "./product-table.ts";
import { listTag, recordTag, stockTag } from "./tags.ts";

export interface Pieces {
  productId: string;
  qty: number;
}

interface StockChange {
  id: string;
  before: number;
  after: number;
}

/** Locks rows in the order of their ids, so that two orders for the same products cannot deadlock. */
const lockedProducts = (pieces: readonly Pieces[], which: SQL) => sql`
  locked as materialized (
    select product.id, wanted.qty
    from unnest(${sql.param(pieces.map(({ productId }) => productId))}::uuid[], ${sql.param(pieces.map(({ qty }) => qty))}::int[])
      as wanted (id, qty)
    join ${products} product on product.id = wanted.id
    where ${which}
    order by product.id for update of product
  )`;

/** What visitors see differently afterwards: the product's page when its words change, lists when it sells out or returns. */
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
    /** Takes all pieces or none: `false` when a product has too few left or is gone. */
    async take(tx: Transaction, pieces: readonly Pieces[]) {
      if (pieces.length === 0) return true;
      const { rows } = await tx.execute<StockChange & Record<string, unknown>>(sql`
        with ${lockedProducts(pieces, sql`product.stock >= wanted.qty`)}
        update ${products} set stock = ${products.stock} - locked.qty from locked
        where ${products.id} = locked.id and (select count(*) from locked) = ${pieces.length}
        returning ${products.id} as id, ${products.stock} + locked.qty as before, ${products.stock} as after`);
      if (rows.length === 0) return false;
      await publish(tx, rows);
      return true;
    },

    /** Returns pieces to the shelf. Products that were deleted meanwhile are skipped. */
    async give(tx: Transaction, pieces: readonly Pieces[]) {
      if (pieces.length === 0) return;
      const { rows } = await tx.execute<StockChange & Record<string, unknown>>(sql`
        with ${lockedProducts(pieces, sql`true`)}
        update ${products} set stock = ${products.stock} + locked.qty from locked where ${products.id} = locked.id
        returning ${products.id} as id, ${products.stock} - locked.qty as before, ${products.stock} as after`);
      await publish(tx, rows);
    },
  };
}

/** One entry for each product, however many lines name it. */
export function piecesOf(lines: Iterable<{ itemType: string; itemId: string; qty: number }>): Pieces[] {
  const quantities = new Map<string, number>();
  for (const { itemType, itemId, qty } of lines) {
    if (itemType === "product") quantities.set(itemId, (quantities.get(itemId) ?? 0) + qty);
  }
  return [...quantities].map(([productId, qty]) => ({ productId, qty }));
}
