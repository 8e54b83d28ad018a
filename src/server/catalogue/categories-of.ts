import { inArray } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { products } from "./product-table.ts";

/** The current category of each product. Omits deleted products. */
export async function categoriesOf(db: Database, ids: string[]) {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return new Map<string, string>();
  const rows = await db
    .select({ id: products.id, category: products.category })
    .from(products)
    .where(inArray(products.id, possible));
  return new Map(rows.map(({ id, category }) => [id, category]));
}
