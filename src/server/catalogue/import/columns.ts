import { asc, type SQL, sql } from "drizzle-orm";
import { toRupees } from "../../../contracts/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { indianTime } from "../../platform/indian-time.ts";
import { products } from "../product-table.ts";

export type ProductRow = typeof products.$inferSelect;

/** The product form's fields; id, pictures and date are read-only. */
export const PRODUCT_COLUMNS = [
  "_id",
  "title",
  "category",
  "subCategory",
  "price",
  "offerPrice",
  "stock",
  "stockWas",
  "topSelling",
  "published",
  "stone",
  "material",
  "size",
  "weightGrams",
  "originCountry",
  "certificate",
  "description",
  "version",
  "images",
  "createdAt",
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** A product as a CSV row. `stockWas` repeats `stock`, so that an import applies only the owner's difference. */
export const toRecord = (row: ProductRow) => ({
  _id: row.id,
  title: row.title,
  category: row.category,
  subCategory: row.subCategory ?? "",
  price: toRupees(row.pricePaise),
  offerPrice: toRupees(row.offerPricePaise),
  stock: row.stock,
  stockWas: row.stock,
  topSelling: row.topSelling,
  published: row.published,
  stone: row.stone,
  material: row.material,
  size: row.size,
  weightGrams: row.weightGrams ?? "",
  originCountry: row.originCountry,
  certificate: row.certificate,
  description: row.description,
  version: row.version,
  images: row.images.join(" "),
  createdAt: indianTime(row.createdAt),
});

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
    for (const row of rows) yield toRecord(row);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = sql`(${products.createdAt}, ${products.id}) > (${last.createdAt}, ${last.id})`;
  }
}
