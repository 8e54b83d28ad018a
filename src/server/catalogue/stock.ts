import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { afterCommit } from "../platform/database/after-commit.ts";
import type { Transaction } from "../platform/database/database.ts";
import { type Changes, noteStep } from "../platform/events/change-events.ts";
import { products } from "./product-table.ts";
import { tagsOf } from "./tags.ts";

export interface Pieces {
  productId: string;
  qty: number;
}

/** What the steps below are about, each value or its place in a statement that is prepared once. */
type Given = Record<"productIds" | "quantities" | "message", Placeholder | SQL>;

/** Rows are locked in the order of their ids, so two buyers with the same two stones never wait for each other in a circle. */
const lockStep = ({ productIds, quantities }: Given, which: SQL) => sql`
  locked as materialized (
    select one.id, wanted.qty
    from unnest(${productIds}::uuid[], ${quantities}::int[]) as wanted (id, qty) join ${products} one on one.id = wanted.id
    where ${which}
    order by one.id for update of one
  )`;

/** Steps that take all the pieces or, where any product has too few left or is gone, none, and tell of it; and whether they did. */
function taking(given: Given) {
  const isEnough = sql`(select count(*) from locked) = cardinality(${given.productIds}::uuid[])`;
  const steps = sql`${lockStep(given, sql`one.stock >= wanted.qty`)},
    taken as (
      update ${products} set stock = ${products.stock} - locked.qty from locked
      where ${products.id} = locked.id and ${isEnough}
    ),
    told as (${noteStep(given.message, sql`${isEnough} and cardinality(${given.productIds}::uuid[]) > 0`)})`;
  return { steps, isEnough };
}

const giving = (given: Given) => sql`${lockStep(given, sql`true`)},
  given as (update ${products} set stock = ${products.stock} + locked.qty from locked where ${products.id} = locked.id),
  told as (${noteStep(given.message, sql`true`)})`;

/** The one place where pieces are taken and given: `products.stock` counts what is neither sold nor held. */
export function createStock({ changes }: { changes: Changes }) {
  /** Pieces as a statement takes them; whoever runs one says so with `heard`, before anybody gets an answer. */
  function given(pieces: readonly Pieces[]) {
    const productIds = pieces.map(({ productId }) => productId);
    const { message, heard } = changes.noting(tagsOf("/products", productIds));
    return { values: { productIds, quantities: pieces.map(({ qty }) => qty), message }, heard };
  }

  function within(pieces: readonly Pieces[]): Given {
    const { values, heard } = given(pieces);
    afterCommit(heard);
    const { productIds, quantities, message } = values;
    return {
      productIds: sql`${sql.param(productIds)}`,
      quantities: sql`${sql.param(quantities)}`,
      message: sql`${message}`,
    };
  }

  return {
    /** For a statement that does more than take: the steps with places in them, and what belongs there. */
    taking,
    given,

    /** Within a longer transaction: answers `false` where any product has too few left or is gone, and takes nothing. */
    async take(tx: Transaction, pieces: readonly Pieces[]) {
      if (pieces.length === 0) return true;
      const { steps, isEnough } = taking(within(pieces));
      const { rows } = await tx.execute<{ is_taken: boolean }>(sql`with ${steps} select ${isEnough} as is_taken`);
      return rows[0]!.is_taken;
    },

    /** Gives pieces back; a product that was deleted meanwhile has no shelf to go to. */
    async give(tx: Transaction, pieces: readonly Pieces[]) {
      if (pieces.length === 0) return;
      await tx.execute(sql`with ${giving(within(pieces))} select`);
    },
  };
}

/** One entry for each product, however many lines name it. */
export function piecesOf(lines: Iterable<{ itemType: string; itemId: string; qty: number }>): Pieces[] {
  const wanted = new Map<string, number>();
  for (const { itemType, itemId, qty } of lines) {
    if (itemType === "product") wanted.set(itemId, (wanted.get(itemId) ?? 0) + qty);
  }
  return [...wanted].map(([productId, qty]) => ({ productId, qty }));
}
