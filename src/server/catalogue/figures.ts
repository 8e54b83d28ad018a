import { and, asc, eq, lte, sql } from "drizzle-orm";
import { LOW_STOCK } from "../../contracts/catalogue/product-rules.ts";
import type { Database } from "../platform/database/database.ts";
import { blogs } from "./blog-table.ts";
import { courses } from "./course-table.ts";
import { experts } from "./expert-table.ts";
import { products } from "./product-table.ts";

const MAX_SHOWN = 10;

async function lowStock(db: Database) {
  const rows = await db
    .select({
      _id: products.id,
      title: products.title,
      stock: products.stock,
      images: products.images,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(products)
    .where(and(eq(products.published, true), lte(products.stock, LOW_STOCK)))
    .orderBy(asc(products.stock), asc(products.id))
    .limit(MAX_SHOWN);
  const shown = rows.map(({ total, images, ...product }) => ({ ...product, image: images[0] ?? null }));
  return { count: rows[0]?.total ?? 0, products: shown };
}

async function countAll(db: Database) {
  const { rows } = await db.execute<Record<"products" | "courses" | "experts" | "blogs", number>>(sql`select
    (select count(*)::int from ${products}) as products,
    (select count(*)::int from ${courses}) as courses,
    (select count(*)::int from ${experts} where not ${experts.archived}) as experts,
    (select count(*)::int from ${blogs}) as blogs`);
  return rows[0]!;
}

export async function catalogueFigures(db: Database) {
  const [counts, low] = await Promise.all([countAll(db), lowStock(db)]);
  return { counts, lowStock: low };
}
