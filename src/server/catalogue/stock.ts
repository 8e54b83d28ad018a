import { type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { visibleStock } from "../../contracts/catalogue/product-rules.ts";
import { parseProductItemId, UNKNOWN_SIZE, variantItemId } from "../../contracts/catalogue/variant-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import type { ChangeEvents } from "../platform/events.ts";
import { products, type StoredVariant } from "./product-table.ts";
import { listTag, recordTag, stockTag } from "./tags.ts";
import { hasSizes } from "./variants.ts";

/** Pieces of a product, or of one of its sizes. */
export interface Pieces {
  itemId: string;
  qty: number;
}

/** `heldQty`: what the network holds already. Without it there is no share to exceed. */
type WantedPieces = Pieces & { heldQty?: number };

/** One network may hold this many pieces of an item, or half of what is left of it. */
const MIN_SHARE = 3;

interface WantedSize {
  /** The size's id. The product's own id for pieces without a size. */
  id: string;
  qty: number;
  held: number | null;
}

interface StockChange {
  id: string;
  before: number;
  after: number;
  variants: StoredVariant[];
}

const wantedSizes = (sizes: SQL) => sql`jsonb_to_recordset(${sizes}) as want (id text, qty int, held int)`;

/** Locks rows in the order of their ids, so that two orders for the same products cannot deadlock. */
function lockedProducts(db: NodePgDatabase, which: SQL) {
  const columns = {
    id: sql<string>`id`.as("id"),
    qty: sql<number>`qty`.as("qty"),
    sizes: sql<WantedSize[]>`sizes`.as("sizes"),
  };
  return db.$with("locked", columns).as(sql`
    select product.id, wanted.qty, wanted.sizes
    from unnest(
      ${given("ids")}::uuid[], ${given("quantities")}::int[], ${given("held")}::int[], ${given("sizes")}::jsonb[]
    ) as wanted (id, qty, held, sizes)
    join ${products} product on product.id = wanted.id
    where ${which}
    order by product.id for update of product`);
}

/** One entry per product, with its sizes: an order may have several of them. */
function valuesOf(pieces: readonly WantedPieces[]) {
  const byProduct = new Map<string, WantedSize[]>();
  for (const { itemId, qty, heldQty } of pieces) {
    const { productId, variantId = productId } = parseProductItemId(itemId);
    byProduct.set(productId, [...(byProduct.get(productId) ?? []), { id: variantId, qty, held: heldQty ?? null }]);
  }
  const wanted = [...byProduct.values()];
  const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
  return {
    ids: [...byProduct.keys()],
    quantities: wanted.map((sizes) => sum(sizes.map(({ qty }) => qty))),
    held: wanted.map((sizes) => (sizes[0]!.held === null ? null : sum(sizes.map(({ held }) => held)))),
    sizes: wanted.map((sizes) => JSON.stringify(sizes)),
  };
}

const isEnough = (stock: SQL, wanted: SQL) => {
  const share = sql`greatest(${sql.raw(`${MIN_SHARE}`)}, (${stock} + ${wanted}.held) / 2)`;
  return sql`${stock} >= ${wanted}.qty and (${wanted}.held is null or ${wanted}.held + ${wanted}.qty <= ${share})`;
};

const takePieces = statement("take-stock", (db) => {
  const sizeStock = sql`coalesce((size.value->>'stock')::int, 0)`;
  const isEverySizeEnough = sql`not exists (
    select from ${wantedSizes(sql`wanted.sizes`)}
    left join jsonb_array_elements(product.variants) as size on size.value->>'id' = want.id
    where not (${isEnough(sizeStock, sql`want`)}))`;
  const locked = lockedProducts(
    db,
    sql`case when ${hasSizes(sql`product.variants`)} then ${isEverySizeEnough}
      else ${isEnough(sql`product.stock`, sql`wanted`)} end`,
  );
  const variants = sql`(
    select jsonb_agg(case when want.id is null then size.value
      else size.value || jsonb_build_object('stock', (size.value->>'stock')::int - want.qty) end order by size.n)
    from jsonb_array_elements(${products.variants}) with ordinality as size (value, n)
    left join ${wantedSizes(sql`locked.sizes`)} on want.id = size.value->>'id')`;
  return db
    .with(locked)
    .update(products)
    .set({
      stock: sql`${products.stock} - locked.qty`,
      variants: sql`case when ${hasSizes()} then ${variants} else ${products.variants} end`,
    })
    .from(locked)
    .where(sql`${products.id} = locked.id and (select count(*) from locked) = cardinality(${given("ids")}::uuid[])`)
    .returning({
      id: products.id,
      before: sql<number>`${products.stock} + locked.qty`,
      after: products.stock,
      variants: products.variants,
    });
});

/**
 * Pieces of a removed size bring it back on sale. Pieces without a size of a product that has sizes become a hidden
 * size, for the owner to sort. Both raise the version, because an open form of the owner does not list that size.
 */
const givePieces = statement("give-stock", (db) => {
  const locked = lockedProducts(db, sql`true`);
  const size = sql`jsonb_array_elements(${products.variants}) with ordinality as size (value, n)`;
  const isKnown = sql`${products.variants} @> jsonb_build_array(jsonb_build_object('id', want.id))`;
  const returned = sql`(
    select case when ${isKnown} then want.id else ${products.id}::text end as id, sum(want.qty)::int as qty
    from ${wantedSizes(sql`locked.sizes`)} group by 1) as want`;
  const unknownSize = sql`jsonb_build_object('id', ${products.id}, 'hidden', true, 'name', ${sql.raw(
    `'${UNKNOWN_SIZE}'`,
  )})`;
  const variants = sql`(
    select jsonb_agg(case when want.id is null then size.value
      else case when want.id = ${products.id}::text then ${unknownSize} else size.value - 'hidden' end
        || jsonb_build_object('stock', coalesce((size.value->>'stock')::int, 0) + want.qty) end order by size.n)
    from ${size} full join ${returned} on want.id = size.value->>'id')`;
  const isShownAgain = sql`exists (
    select from ${returned} left join ${size} on want.id = size.value->>'id'
    where size.value is null or (size.value ? 'hidden' and (size.value->>'stock')::int = 0))`;
  return db
    .with(locked)
    .update(products)
    .set({
      stock: sql`${products.stock} + locked.qty`,
      variants: sql`case when ${hasSizes()} then ${variants} else ${products.variants} end`,
      version: sql`${products.version} + case when ${hasSizes()} and ${isShownAgain} then 1 else 0 end`,
    })
    .from(locked)
    .where(sql`${products.id} = locked.id`)
    .returning({
      id: products.id,
      before: sql<number>`${products.stock} - locked.qty`,
      after: products.stock,
      variants: products.variants,
    });
});

/** Cache tags of visible changes: the product when a stock text changes, lists when something sells out or is back. */
function visibleTags(changes: StockChange[], pieces: readonly Pieces[], sign: 1 | -1) {
  const tags = new Set<string>();
  const add = (id: string, before: number, after: number) => {
    if (visibleStock(before) === visibleStock(after)) return;
    tags.add(recordTag("/products", id));
    if ((before === 0) !== (after === 0)) tags.add(listTag("/products"));
  };
  for (const { id, before, after, variants } of changes) {
    add(id, before, after);
    for (const { id: variantId, stock } of variants) {
      const qty = pieces.find(({ itemId }) => itemId === variantItemId(id, variantId))?.qty ?? 0;
      add(id, stock - sign * qty, stock);
    }
  }
  return [...tags];
}

/** The only place where stock is taken and returned. `products.stock` counts pieces that are neither sold nor held. */
export function createStock({ changes }: { changes: ChangeEvents }) {
  async function publish(tx: Transaction, stockChanges: StockChange[], pieces: readonly Pieces[], sign: 1 | -1) {
    changes.expireLocally(stockChanges.map(({ id }) => stockTag(id)));
    const tags = visibleTags(stockChanges, pieces, sign);
    if (tags.length > 0) await changes.expire(tx, tags);
  }

  return {
    /** Takes all pieces or none: `false` when an item has too few left, is gone, or the share is exceeded. */
    async take(tx: Transaction, pieces: readonly WantedPieces[]) {
      if (pieces.length === 0) return true;
      const rows = await takePieces(tx, valuesOf(pieces));
      if (rows.length === 0) return false;
      await publish(tx, rows, pieces, -1);
      return true;
    },

    /** Returns pieces to stock. Skips products that have been deleted since. */
    async give(tx: Transaction, pieces: readonly Pieces[]) {
      if (pieces.length === 0) return;
      await publish(tx, await givePieces(tx, valuesOf(pieces)), pieces, 1);
    },
  };
}

export function piecesOf(lines: Iterable<{ itemType: string; itemId: string; qty: number }>): Pieces[] {
  const quantities = new Map<string, number>();
  for (const { itemType, itemId, qty } of lines) {
    if (itemType === "product") quantities.set(itemId, (quantities.get(itemId) ?? 0) + qty);
  }
  return [...quantities].map(([itemId, qty]) => ({ itemId, qty }));
}
