import { sql } from "drizzle-orm";
import type { Changes } from "../platform/changes.ts";
import type { Transaction } from "../platform/database.ts";
import { products } from "./product-table.ts";
import { tagsOf } from "./tags.ts";

export interface Pieces {
  productId: string;
  qty: number;
}

const tagsOfPieces = (pieces: readonly Pieces[]) =>
  tagsOf(
    "/products",
    pieces.map(({ productId }) => productId),
  );

/** The one place where pieces are taken and given: `products.stock` counts what is neither sold nor held. */
export const createStock = ({ changes }: { changes: Changes }) => ({
  /**
   * Takes all the pieces or, when any product has too few left or is gone, answers `false`: the caller then rolls back.
   * Rows are locked in the order of their ids, so two buyers with the same two stones never wait for each other in a circle.
   */
  async take(tx: Transaction, pieces: readonly Pieces[]) {
    if (pieces.length === 0) return true;
    const { rows } = await tx.execute<{ count: number }>(sql`
      with taken as (
        update ${products} set stock = ${products.stock} - locked.qty
        from (
          select one.id, wanted.qty from ${products} one join ${table(pieces)} on wanted.id = one.id
          where one.stock >= wanted.qty
          order by one.id for update of one
        ) locked
        where ${products.id} = locked.id
        returning ${products.id}
      )
      select (select count(*)::int from taken) as count, ${changes.telling(tagsOfPieces(pieces))}`);
    return rows[0]?.count === pieces.length;
  },

  /** Gives pieces back; a product that was deleted meanwhile has no shelf to go to. */
  async give(tx: Transaction, pieces: readonly Pieces[]) {
    if (pieces.length === 0) return;
    await tx.execute(sql`
      with given as (
        update ${products} set stock = ${products.stock} + locked.qty
        from (
          select one.id, wanted.qty from ${products} one join ${table(pieces)} on wanted.id = one.id
          order by one.id for update of one
        ) locked
        where ${products.id} = locked.id
      )
      select ${changes.telling(tagsOfPieces(pieces))}`);
  },
});

function table(pieces: readonly Pieces[]) {
  const rows = pieces.map(({ productId, qty }) => sql`(${productId}::uuid, ${qty}::int)`);
  return sql`(values ${sql.join(rows, sql`, `)}) as wanted (id, qty)`;
}

/** One entry for each product, however many lines name it. */
export function piecesOf(lines: Iterable<{ itemType: string; itemId: string; qty: number }>): Pieces[] {
  const wanted = new Map<string, number>();
  for (const { itemType, itemId, qty } of lines) {
    if (itemType === "product") wanted.set(itemId, (wanted.get(itemId) ?? 0) + qty);
  }
  return [...wanted].map(([productId, qty]) => ({ productId, qty }));
}
