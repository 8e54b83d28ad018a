import { and, count, max, min, sql } from "drizzle-orm";
import type { FacetQuery, ProductFacets } from "../../contracts/catalogue/product.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Database } from "../platform/database/database.ts";
import { productConditions, productFilter } from "./product.ts";
import { products } from "./product-table.ts";
import { filterWhere, visibleTo } from "./resource.ts";
import { wantedBy } from "./search.ts";
import { toSearchTerm } from "./search-text.ts";

const MAX_VALUES = 50;

const noFacets: ProductFacets = { stones: [], origins: [], minPrice: null, maxPrice: null, inStock: 0 };

/** The number of products that have the same values for all filters. */
interface Group {
  stone: string;
  origin: string;
  inStock: boolean;
  isInPriceRange: boolean;
  count: number;
  minPaise: number | null;
  maxPaise: number | null;
}

/** One index-only scan: the index contains all columns of the query. */
async function countGroups(db: Database, query: FacetQuery, settings: Settings): Promise<Group[]> {
  const filter = productFilter(query, settings);
  if (filter === "nothing") return [];
  const { price } = productConditions(query);
  const term = toSearchTerm(query.q);
  const isInPriceRange = sql<boolean>`${price ?? sql`true`}`;
  return db
    .select({
      stone: products.stone,
      origin: products.originCountry,
      inStock: products.canBeBought,
      isInPriceRange: isInPriceRange.as("is_in_price_range"),
      count: count(),
      minPaise: min(products.offerPricePaise),
      maxPaise: max(products.offerPricePaise),
    })
    .from(products)
    .where(
      and(
        filterWhere(products, { ...filter, ...visibleTo("public") }),
        term ? wantedBy(products, term).text : undefined,
      ),
    )
    .groupBy(sql`1, 2, 3, 4`);
}

const totalOf = (groups: Group[]) => groups.reduce((total, group) => total + group.count, 0);

function countValues(groups: Group[], name: "stone" | "origin") {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(group[name], (counts.get(group[name]) ?? 0) + group.count);
  counts.delete("");
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES);
}

/** Each facet counts the products that match the other filters. */
export async function countFacets(db: Database, query: FacetQuery, settings: Settings): Promise<ProductFacets> {
  const groups = await countGroups(db, query, settings);
  if (groups.length === 0) return noFacets;
  const isStone = ({ stone }: Group) => !query.stone || stone === query.stone;
  const isOrigin = ({ origin }: Group) => !query.origin || origin === query.origin;
  const isStock = ({ inStock }: Group) => query.inStock !== "true" || inStock;
  const isPrice = ({ isInPriceRange }: Group) => isInPriceRange;
  const passing = (...filters: ((group: Group) => boolean)[]) =>
    groups.filter((group) => filters.every((passes) => passes(group)));
  const priced = passing(isStone, isOrigin, isStock);
  const toPrice = (paise: number) => (Number.isFinite(paise) ? toRupees(paise) : null);
  return {
    stones: countValues(passing(isPrice, isStock, isOrigin), "stone"),
    origins: countValues(passing(isPrice, isStock, isStone), "origin"),
    minPrice: toPrice(Math.min(...priced.map(({ minPaise }) => minPaise ?? Number.POSITIVE_INFINITY))),
    maxPrice: toPrice(Math.max(...priced.map(({ maxPaise }) => maxPaise ?? Number.NEGATIVE_INFINITY))),
    inStock: totalOf(passing(isPrice, isStone, isOrigin, ({ inStock }) => inStock)),
  };
}
