import { and, count, inArray, max, min, sql } from "drizzle-orm";
import type { FacetQuery, ProductFacets } from "../../contracts/catalogue/product.ts";
import { listFacts, type PageFact, pageFacts } from "../../contracts/catalogue/product-rules.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Database } from "../platform/database/database.ts";
import { chosenFacts, productConditions, productFilter } from "./product.ts";
import { products } from "./product-table.ts";
import { filterWhere, isByMatch, type Matching, visibleTo } from "./resource.ts";
import { wantedBy } from "./search.ts";
import { toSearchTerm } from "./search-text.ts";

const MAX_VALUES = 500;

/** The number of products that have the same values for all filters. */
interface Group {
  values: Record<PageFact, string[]>;
  inStock: boolean;
  isInPriceRange: boolean;
  count: number;
  minPaise: number | null;
  maxPaise: number | null;
}

/** The lists of `facts_key`, each ended by an empty value. */
function listsIn(factsKey: string) {
  const lists = listFacts.map(({ name }) => [name, [] as string[]] as const);
  let place = 0;
  for (const value of factsKey.split(";")) {
    if (value) lists[place]?.[1].push(value);
    else place++;
  }
  return Object.fromEntries(lists) as Record<(typeof listFacts)[number]["name"], string[]>;
}

async function countGroups(db: Database, query: FacetQuery, settings: Settings, matching: Matching): Promise<Group[]> {
  const filter = productFilter(query, settings);
  if (filter === "nothing") return [];
  const { price } = productConditions(query, settings);
  const term = toSearchTerm(query.q);
  const isFound =
    term && isByMatch(query)
      ? inArray(products.id, await matching(term, "product"))
      : term && wantedBy(products, term).text;
  const isInPriceRange = sql<boolean>`${price ?? sql`true`}`;
  const groups = await db
    .select({
      stone: products.stone,
      origin: products.originCountry,
      metal: products.metal,
      factsKey: products.factsKey,
      inStock: products.canBeBought,
      isInPriceRange: isInPriceRange.as("is_in_price_range"),
      count: count(),
      minPaise: min(products.offerPricePaise),
      maxPaise: max(products.offerPricePaise),
    })
    .from(products)
    .where(and(filterWhere(products, { ...filter, ...visibleTo("public") }), isFound || undefined))
    .groupBy(sql`1, 2, 3, 4, 5, 6`);
  const lists = new Map<string, ReturnType<typeof listsIn>>();
  return groups.map(({ stone, origin, metal, factsKey, ...group }) => {
    const known = lists.get(factsKey) ?? listsIn(factsKey);
    lists.set(factsKey, known);
    return { ...group, values: { stone: [stone], origin: [origin], metal: [metal], ...known } };
  });
}

function countValues(groups: Group[], name: PageFact) {
  const counts = new Map<string, number>();
  for (const { values, count } of groups)
    for (const value of values[name]) counts.set(value, (counts.get(value) ?? 0) + count);
  counts.delete("");
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES);
}

/** Each facet counts the products that match the other filters. */
export async function countFacets(
  db: Database,
  query: FacetQuery,
  settings: Settings,
  matching: Matching,
): Promise<ProductFacets> {
  const groups = await countGroups(db, query, settings, matching);
  const chosen = Object.entries(chosenFacts(query, settings)).filter(([, value]) => value) as [PageFact, string][];
  /** The groups that pass every filter but one. */
  const without = (left: PageFact | "price" | "stock") =>
    groups.filter(
      ({ values, inStock, isInPriceRange }) =>
        chosen.every(([name, value]) => name === left || values[name].includes(value)) &&
        (left === "stock" || query.inStock !== "true" || inStock) &&
        (left === "price" || isInPriceRange),
    );
  const prices = without("price").flatMap(({ minPaise, maxPaise }) => [minPaise!, maxPaise!]);
  prices.sort((one, other) => one - other);
  const toPrice = (paise: number | undefined) => (paise === undefined ? null : toRupees(paise));
  const facets = pageFacts.map(({ name, facet }) => [facet, countValues(without(name), name)]);
  return {
    ...(Object.fromEntries(facets) as Pick<ProductFacets, (typeof pageFacts)[number]["facet"]>),
    minPrice: toPrice(prices[0]),
    maxPrice: toPrice(prices.at(-1)),
    inStock: without("stock").reduce((total, { inStock, count }) => total + (inStock ? count : 0), 0),
  };
}
