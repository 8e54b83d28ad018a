import { randomUUID } from "node:crypto";
import { lte, or, sql } from "drizzle-orm";
import type { Product, ProductForm, Variant } from "../../contracts/catalogue/product.ts";
import { LOW_STOCK } from "../../contracts/catalogue/product-rules.ts";
import type { VariantRow } from "../../contracts/catalogue/variant.ts";
import { UNKNOWN_SIZE } from "../../contracts/catalogue/variant-rules.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import { products, type StoredVariant } from "./product-table.ts";

type StockedRow = Pick<typeof products.$inferSelect, "id" | "stock" | "variants">;

const isOnSale = ({ hidden }: StoredVariant) => !hidden;
const sumOf = (variants: { stock: number }[]) => variants.reduce((sum, { stock }) => sum + stock, 0);

/** Whether a product has sizes on sale. Without them `stock` is its own, whatever sizes are hidden. */
export const hasSizes = ({ variants }: Pick<StockedRow, "variants">) => variants.some(isOnSale);

/** The product or a size on sale has few pieces left. */
export const isLow = or(
  lte(products.stock, LOW_STOCK),
  sql`jsonb_path_exists(${products.variants}, ${sql.raw(`'$[*] ? (!exists (@.hidden) && @.stock <= ${LOW_STOCK})'`)})`,
)!;

/** Pieces that came back without a size. The only hidden size with stock, and the only one with the product's id. */
export const unknownSize = (productId: string): StoredVariant => ({
  id: productId,
  name: UNKNOWN_SIZE,
  stock: 0,
  hidden: true,
});

const toVariant = ({ id, name, stock, pricePaise, offerPricePaise }: StoredVariant): Variant => ({
  _id: id,
  name,
  stock,
  ...(pricePaise !== undefined && { price: toRupees(pricePaise) }),
  ...(offerPricePaise !== undefined && { offerPrice: toRupees(offerPricePaise) }),
});

/** Stock and sizes as a viewer sees them: only the owner sees pieces whose size is not known. */
export function stockFor(
  { stock, variants }: Omit<StockedRow, "id">,
  viewer: string,
): Pick<Product, "stock" | "variants"> {
  if (!hasSizes({ variants })) return { stock };
  const shown = variants.filter((variant) => isOnSale(variant) || (viewer === "owner" && variant.stock > 0));
  return { stock: sumOf(shown), variants: shown.map(toVariant) };
}

/** Applies the owner's change as a difference, so that sales while the form was open are not undone. */
const stockAfter = ({ stock, stockWas }: { stock: number; stockWas?: number | undefined }, now: number | undefined) =>
  now === undefined || stockWas === undefined ? stock : Math.max(0, now + stock - stockWas);

const hide = ({ id, name }: StoredVariant): StoredVariant => ({ id, name, stock: 0, hidden: true });

/** Sizes keep their id: by the form's `_id`, or by their name, which also brings a removed size back. */
function sizesAfter(rows: VariantRow[], before: StockedRow | undefined): StoredVariant[] {
  const known = before?.variants ?? [];
  const sent = new Set(rows.map(({ _id }) => _id));
  const sizes = rows.map((row): StoredVariant => {
    const isNamed = ({ id, name }: StoredVariant) => !sent.has(id) && name.toLowerCase() === row.name.toLowerCase();
    const found = known.find(({ id }) => id === row._id) ?? known.find(isNamed);
    // Naming the size of pieces without one makes it a size like the others.
    const isUnknown = found !== undefined && found.id === before?.id;
    const isSorted = isUnknown && row.name !== UNKNOWN_SIZE;
    return {
      id: found && !isSorted ? found.id : randomUUID(),
      name: row.name,
      stock: stockAfter(row, found?.stock),
      ...(row.price !== undefined && { pricePaise: toPaise(row.price) }),
      ...(row.offerPrice !== undefined && { offerPricePaise: toPaise(row.offerPrice) }),
      ...(isUnknown && !isSorted && { hidden: true }),
    };
  });
  const kept = new Set([before?.id, ...sizes.map(({ id }) => id)]);
  return [...sizes, ...known.filter(({ id }) => !kept.has(id)).map(hide)];
}

/** The columns of a saved form. A form without `variants` leaves the sizes and their stock as they are. */
export function stockColumns(form: ProductForm, before?: StockedRow): Pick<StockedRow, "stock" | "variants"> {
  const variants = form.variants ? sizesAfter(form.variants, before) : (before?.variants ?? []);
  if (hasSizes({ variants })) return { variants, stock: sumOf(variants) };
  return { variants: variants.map(hide), stock: stockAfter(form, before?.stock) };
}
