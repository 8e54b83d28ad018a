import { and, asc, eq, lte, sql } from "drizzle-orm";
import { LOW_STOCK } from "../../contracts/catalogue/product-rules.ts";
import { variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import type { Database } from "../platform/database/database.ts";
import { blogs } from "./blog-table.ts";
import { courses } from "./course-table.ts";
import { experts } from "./expert-table.ts";
import { products } from "./product-table.ts";
import { isLow } from "./variants.ts";

const MAX_SHOWN = 10;

/** A product with sizes has a row for each size that is low. */
async function lowStock(db: Database) {
  const isListed = and(eq(products.published, true), isLow);
  const stock = sql<number>`coalesce(size.stock, ${products.stock})`;
  const rows = await db
    .select({
      _id: products.id,
      title: products.title,
      size: sql<string | null>`size.name`,
      stock,
      images: products.images,
      total: sql<number>`(select count(*)::int from ${products} where ${isListed})`,
    })
    .from(products)
    .leftJoin(
      sql`lateral jsonb_to_recordset(${products.variants}) as size (name text, stock int, hidden bool)`,
      sql`size.hidden is null`,
    )
    .where(and(isListed, lte(stock, LOW_STOCK)))
    // What is sold out as a whole comes before a size that is.
    .orderBy(asc(stock), asc(products.stock), asc(products.id), sql`size.name`)
    .limit(MAX_SHOWN);
  const shown = rows.map(({ total, images, size, title, ...product }) => ({
    ...product,
    title: size === null ? title : variantTitle(title, size),
    image: images[0] ?? null,
  }));
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
