import { asc, type SQL, sql } from "drizzle-orm";
import type { ProductForm } from "../../../contracts/catalogue/product.ts";
import { toRupees } from "../../../contracts/money.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CsvColumns } from "../../platform/files/write-csv.ts";
import { indianTime } from "../../platform/indian-time.ts";
import { products } from "../product-table.ts";

export type ProductRow = typeof products.$inferSelect;

type FormField = Exclude<keyof ProductForm, "keepImages">;
type ReadOnlyColumn = "_id" | "images" | "createdAt";

/**
 * The columns of the CSV file, in its order. The compiler requires every field of the product form: an import resets the
 * fields that are missing here. `stockWas` repeats `stock`, so that an import applies only the owner's difference.
 */
export const productColumns = {
  _id: (row) => row.id,
  title: (row) => row.title,
  category: (row) => row.category,
  subCategory: (row) => row.subCategory ?? "",
  price: (row) => toRupees(row.pricePaise),
  offerPrice: (row) => toRupees(row.offerPricePaise),
  stock: (row) => row.stock,
  stockWas: (row) => row.stock,
  topSelling: (row) => row.topSelling,
  published: (row) => row.published,
  stone: (row) => row.stone,
  material: (row) => row.material,
  size: (row) => row.size,
  weightGrams: (row) => row.weightGrams ?? "",
  originCountry: (row) => row.originCountry,
  certificate: (row) => row.certificate,
  description: (row) => row.description,
  version: (row) => row.version,
  images: (row) => row.images.join(" "),
  createdAt: (row) => indianTime(row.createdAt),
} satisfies CsvColumns<ProductRow, FormField | ReadOnlyColumn>;

export type ProductColumn = keyof typeof productColumns;
export const PRODUCT_COLUMNS = Object.keys(productColumns) as ProductColumn[];

const BATCH = 500;

/** All products, oldest first, read in batches. */
export async function* exportProducts(db: Database) {
  let after: SQL | undefined;
  while (true) {
    const rows = await db
      .select()
      .from(products)
      .where(after)
      .orderBy(asc(products.createdAt), asc(products.id))
      .limit(BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = sql`(${products.createdAt}, ${products.id}) > (${last.createdAt}, ${last.id})`;
  }
}
