import { and, asc, type SQL, sql } from "drizzle-orm";
import { toRupees } from "../../contracts/money.ts";
import type { Database } from "../platform/database/database.ts";
import { products } from "./product-table.ts";
import { filterWhere, type ResourceTable, visibleTo } from "./resource.ts";
import { stockFor } from "./variants.ts";

const PAGE_LENGTH = 500;

export async function* readPages<Row extends { id: string; createdAt: Date }>(
  table: Pick<ResourceTable, "id" | "createdAt">,
  read: (after?: SQL) => { orderBy(...columns: SQL[]): { limit(count: number): Promise<Row[]> } },
) {
  let after: SQL | undefined;
  while (true) {
    const rows = await read(after).orderBy(asc(table.createdAt), asc(table.id)).limit(PAGE_LENGTH);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_LENGTH) return;
    after = sql`(${table.createdAt}, ${table.id}) > (${last.createdAt}, ${last.id})`;
  }
}

export async function* exportProducts(db: Database) {
  for await (const rows of readPages(products, (after) => db.select().from(products).where(after))) yield* rows;
}

/** Pages of what the shopping feeds need: reading whole products, row by row, takes twice as long. */
export async function* readPublished(db: Database) {
  const { id, createdAt, title, description, category, subCategory, stone, material, size, originCountry } = products;
  const { pricePaise, offerPricePaise, stock, variants, weightGrams } = products;
  const texts = { title, description, category, subCategory, stone, material, size, originCountry };
  const numbers = { pricePaise, offerPricePaise, stock, variants, weightGrams };
  // JSON is parsed faster than an array of PostgreSQL.
  const columns = { id, createdAt, ...texts, ...numbers, images: sql<string[]>`to_json(${products.images})` };
  const isVisible = filterWhere(products, visibleTo("public"));
  const select = (after?: SQL) => db.select(columns).from(products).where(and(isVisible, after));
  for await (const rows of readPages(products, select))
    yield rows.map(({ id: _id, stock, variants, ...row }) => ({
      ...{ ...row, _id, price: toRupees(row.pricePaise), offerPrice: toRupees(row.offerPricePaise) },
      ...stockFor({ stock, variants }, "public"),
    }));
}
