import { sql } from "drizzle-orm";
import { visibleStock } from "../../contracts/catalogue/product-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import type { ChangeEvents } from "../platform/events.ts";
import { products, type StoredVariant } from "./product-table.ts";
import { listTag, recordTag, stockTag } from "./tags.ts";
import { hasSizes, unknownSize } from "./variants.ts";

/** Pieces of a product, or of one of its sizes. */
export interface Pieces {
  itemId: string;
  productId: string;
  variantId: string | null;
  qty: number;
}

/** `heldQty`: what the network holds already. Without it there is no share to exceed. */
type WantedPieces = Pieces & { heldQty?: number };

/** One network may hold this many pieces of an item, or half of what is left of it. */
const MIN_SHARE = 3;

const columns = { id: products.id, stock: products.stock, variants: products.variants, version: products.version };
type StockRow = Pick<typeof products.$inferSelect, keyof typeof columns>;

/** Locks rows in the order of their ids, so that orders and imports of the same products cannot deadlock. */
export const lockProducts = statement("lock-stock", (db) =>
  db
    .select(columns)
    .from(products)
    .where(sql`${products.id} = any(${given("ids")}::uuid[])`)
    .orderBy(products.id)
    .for("update"),
);

const writeStock = statement("write-stock", (db) =>
  db
    .update(products)
    .set({ stock: sql`changed.stock`, variants: sql`changed.variants`, version: sql`changed.version` })
    .from(sql`jsonb_to_recordset(${given("rows")}::jsonb) as changed (id uuid, stock int, variants jsonb, version int)`)
    .where(sql`${products.id} = changed.id`),
);

/** Pieces without a size have the product's id, as `unknownSize` does. */
const findSize = ({ id, variants }: StockRow, variantId: string | null) =>
  variants.find((size) => size.id === (variantId ?? id));

const withSize = (variants: StoredVariant[], size: StoredVariant) =>
  variants.some(({ id }) => id === size.id)
    ? variants.map((one) => (one.id === size.id ? size : one))
    : [...variants, size];

function isEnough(stock: number, { qty, heldQty }: WantedPieces) {
  const isWithinShare = (held: number) => held + qty <= Math.max(MIN_SHARE, Math.floor((stock + held) / 2));
  return stock >= qty && (heldQty === undefined || isWithinShare(heldQty));
}

/** The product after the sale; undefined when it has too few pieces. */
function takeFrom(product: StockRow, wanted: WantedPieces): StockRow | undefined {
  const { stock, variants } = product;
  const after = { ...product, stock: stock - wanted.qty };
  if (!hasSizes(product)) return isEnough(stock, wanted) ? after : undefined;
  const size = findSize(product, wanted.variantId);
  if (!size || !isEnough(size.stock, wanted)) return undefined;
  return { ...after, variants: withSize(variants, { ...size, stock: size.stock - wanted.qty }) };
}

/**
 * Pieces of a removed size bring it back on sale. Pieces without a size of a product that has sizes become a hidden
 * size, for the owner to sort. Both raise the version, because an open form of the owner does not list that size.
 */
function giveTo(product: StockRow, { variantId, qty }: Pieces): StockRow {
  const { id, variants, version } = product;
  const after = { ...product, stock: product.stock + qty };
  if (!hasSizes(product)) return after;
  const { hidden, ...size } = findSize(product, variantId) ?? findSize(product, null) ?? unknownSize(id);
  const returned = { ...size, stock: size.stock + qty, ...(size.id === id && { hidden: true as const }) };
  const isShownAgain = hidden && size.stock === 0;
  return { ...after, variants: withSize(variants, returned), version: isShownAgain ? version + 1 : version };
}

const countsOf = ({ stock, variants }: StockRow) => [stock, ...variants.map((size) => size.stock)];

/** Cache tags of visible changes: the product when a stock text changes, lists when something sells out or is back. */
function visibleTags(before: StockRow[], after: StockRow[]) {
  const tags = new Set<string>();
  for (const [index, row] of after.entries()) {
    const earlier = countsOf(before[index]!);
    for (const [at, now] of countsOf(row).entries()) {
      const was = earlier[at] ?? 0;
      if (visibleStock(was) === visibleStock(now)) continue;
      tags.add(recordTag("/products", row.id));
      if ((was === 0) !== (now === 0)) tags.add(listTag("/products"));
    }
  }
  return [...tags];
}

/** The only place where stock is taken and returned. `products.stock` counts pieces that are neither sold nor held. */
export function createStock({ changes }: { changes: ChangeEvents }) {
  async function write(tx: Transaction, before: StockRow[], after: StockRow[]) {
    await writeStock(tx, { rows: JSON.stringify(after) });
    changes.expireLocally(after.map(({ id }) => stockTag(id)));
    const tags = visibleTags(before, after);
    if (tags.length > 0) await changes.expire(tx, tags);
  }

  return {
    /** Takes all pieces or none: `false` when an item has too few left, is gone, or the share is exceeded. */
    async take(tx: Transaction, pieces: readonly WantedPieces[]) {
      if (pieces.length === 0) return true;
      const wanted = Map.groupBy(pieces, ({ productId }) => productId);
      const before = await lockProducts(tx, { ids: [...wanted.keys()] });
      const after = before.flatMap(
        (row) =>
          wanted.get(row.id)!.reduce<StockRow | undefined>((left, one) => left && takeFrom(left, one), row) ?? [],
      );
      if (after.length < wanted.size) return false;
      await write(tx, before, after);
      return true;
    },

    /** Returns pieces to stock. Skips products that have been deleted since. */
    async give(tx: Transaction, pieces: readonly Pieces[]) {
      if (pieces.length === 0) return;
      const returned = Map.groupBy(pieces, ({ productId }) => productId);
      const before = await lockProducts(tx, { ids: [...returned.keys()] });
      await write(
        tx,
        before,
        before.map((row) => returned.get(row.id)!.reduce(giveTo, row)),
      );
    },
  };
}

type Line = Pick<Pieces, "itemId" | "variantId" | "qty"> & { productId: string | null };

/** The pieces in lines. Lines of the same item are added up; those of other kinds have none. */
export function piecesOf(lines: Iterable<Line>): Pieces[] {
  const pieces = new Map<string, Pieces>();
  for (const { itemId, productId, variantId, qty } of lines) {
    if (!productId) continue;
    const before = pieces.get(itemId)?.qty ?? 0;
    pieces.set(itemId, { itemId, productId, variantId, qty: before + qty });
  }
  return [...pieces.values()];
}
