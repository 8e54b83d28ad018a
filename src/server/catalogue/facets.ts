import { and, like, type SQL, sql } from "drizzle-orm";
import { toRupees } from "../../contracts/money.ts";
import type { FacetQuery, ProductFacets } from "../../contracts/product.ts";
import type { Database } from "../platform/database/database.ts";
import { escapeLike } from "../platform/database/like-pattern.ts";
import { productConditions, productFilter } from "./product.ts";
import { products } from "./product-table.ts";
import { filterWhere, visibleTo } from "./resource.ts";
import { toSearchTerm } from "./search-text.ts";

const MAX_VALUES = 50;

const noFacets: ProductFacets = { stones: [], origins: [], minPrice: null, maxPrice: null, inStock: 0 };

/** The values of a column with their counts, as JSON. */
const countValues = (value: SQL, where: SQL) => sql`(
  select coalesce(json_agg(counted), '[]') from (
    select ${value} as value, count(*)::int as count from matching
    where ${value} <> '' and ${where} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}
  ) counted)`;

interface FacetRow extends Record<string, unknown> {
  stones: ProductFacets["stones"];
  origins: ProductFacets["origins"];
  minPaise: number | null;
  maxPaise: number | null;
  inStock: number;
}

/** Counts all facets in one query: one pass finds the matching products and notes which filter each of them passes. */
export async function countFacets(db: Database, query: FacetQuery): Promise<ProductFacets> {
  const filter = productFilter(query);
  if (filter === "nothing") return noFacets;
  const { price, stock, stone, origin } = productConditions(query);
  const term = toSearchTerm(query.q);
  const where = and(
    filterWhere(products, { ...filter, ...visibleTo("public") }),
    term ? like(products.searchText, `%${escapeLike(term)}%`) : undefined,
  );
  const passes = (condition: SQL | undefined) => condition ?? sql`true`;
  const { rows } = await db.execute<FacetRow>(sql`
    with matching as materialized (
      select ${products.stone} as stone, ${products.originCountry} as origin, ${products.offerPricePaise} as paise,
        ${products.stock} > 0 as can_be_bought, ${passes(price)} as by_price, ${passes(stock)} as by_stock,
        ${passes(stone)} as by_stone, ${passes(origin)} as by_origin
      from ${products} where ${where}
    )
    select ${countValues(sql`stone`, sql`by_price and by_stock and by_origin`)} as stones,
      ${countValues(sql`origin`, sql`by_price and by_stock and by_stone`)} as origins,
      min(paise) filter (where by_stock and by_stone and by_origin) as "minPaise",
      max(paise) filter (where by_stock and by_stone and by_origin) as "maxPaise",
      count(*) filter (where can_be_bought and by_price and by_stone and by_origin)::int as "inStock"
    from matching`);
  const { stones, origins, minPaise, maxPaise, inStock } = rows[0]!;
  const toPrice = (paise: number | null) => (paise === null ? null : toRupees(paise));
  return { stones, origins, minPrice: toPrice(minPaise), maxPrice: toPrice(maxPaise), inStock };
}
