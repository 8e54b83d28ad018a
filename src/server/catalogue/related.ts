import { and, desc, eq, ne, type SQL } from "drizzle-orm";
import type { RelatedProducts } from "../../contracts/catalogue/product.ts";
import type { Database } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { catalogueError } from "./errors.ts";
import { productResource } from "./product.ts";
import { products } from "./product-table.ts";
import { filterWhere, visibleTo } from "./resource.ts";

const SHOWN = 4;

/** Related products in stock: of the same stone and of the same category. No product is in both lists. */
export async function findRelated(db: Database, id: string): Promise<RelatedProducts> {
  const isVisible = filterWhere(products, visibleTo("public"));
  const [product] = isUuid(id)
    ? await db
        .select()
        .from(products)
        .where(and(eq(products.id, id), isVisible))
    : [];
  if (!product) throw catalogueError("product_not_found");
  const { stone, category, subCategory } = product;
  const isOther = and(ne(products.id, id), eq(products.canBeBought, true), isVisible);
  const find = (condition: SQL | undefined) =>
    db
      .select()
      .from(products)
      .where(and(condition, isOther))
      .orderBy(desc(products.createdAt), desc(products.id))
      .limit(2 * SHOWN);
  const isSameKind = subCategory ? eq(products.subCategory, subCategory) : undefined;
  const [sameStone, sameKind] = await Promise.all([
    stone ? find(eq(products.stone, stone)) : [],
    find(and(eq(products.category, category), isSameKind)),
  ]);
  const shown = sameStone.slice(0, SHOWN);
  const isShown = new Set(shown.map((one) => one.id));
  const alsoLike = sameKind.filter((one) => !isShown.has(one.id)).slice(0, SHOWN);
  const toItem = (row: typeof product) => productResource.toItem(row, "public");
  return { sameStone: shown.map(toItem), alsoLike: alsoLike.map(toItem) };
}
