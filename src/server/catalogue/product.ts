import { and, arrayContains, desc, eq, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { findCategory, findSubCategory } from "../../contracts/catalogue/category-rules.ts";
import { MAX_IMAGES } from "../../contracts/catalogue/image-rules.ts";
import {
  type FacetQuery,
  type Product,
  type ProductForm,
  type ProductQuery,
  product,
  productForm,
  productQuery,
  type RelatedProducts,
} from "../../contracts/catalogue/product.ts";
import { listFacts, noFacts, type PageFact, spelledFacts } from "../../contracts/catalogue/product-rules.ts";
import { MAX_TITLE_LENGTH } from "../../contracts/field-rules.ts";
import type { SortOrder, StockFilter, sortOrders } from "../../contracts/list-rules.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Images, PreparedImage } from "../images/service.ts";
import type { Database } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { badInput } from "../platform/http/errors.ts";
import { catalogueError } from "./errors.ts";
import { products } from "./product-table.ts";
import { type Filter, filterWhere, keepAbsent, type Resource, type Sorting, toRecord, visibleTo } from "./resource.ts";
import { searchTextOf } from "./search-text.ts";
import { ANY_STOCK_TAG, stockTag } from "./tags.ts";
import { isLow, stockColumns, stockFor } from "./variants.ts";

function categoryFilter(
  { category, subCategory }: FacetQuery,
  { categories }: Settings["categories"],
): Filter | "nothing" | undefined {
  if (!category) return subCategory ? "nothing" : undefined;
  const known = findCategory(categories, category);
  if (!known) return "nothing";
  if (!subCategory) return { category: known.name };
  const knownSub = findSubCategory(known, subCategory);
  return knownSub ? { category: known.name, subCategory: knownSub.name } : "nothing";
}

/** The filter for parameters with a fixed set of values: category and top selling. */
export function productFilter(query: FacetQuery, { categories }: Settings): Filter | "nothing" | undefined {
  const filter = categoryFilter(query, categories);
  return filter === "nothing" || query.topSelling !== "true" ? filter : { ...filter, topSelling: true };
}

export const chosenFacts = (query: FacetQuery, { facts }: Settings): Partial<Record<PageFact, string>> => ({
  stone: query.stone,
  origin: query.origin,
  metal: query.metal,
  ...spelledFacts(query, facts),
});

export function productConditions(query: FacetQuery, settings: Settings) {
  const { minPrice, maxPrice, inStock } = query;
  const { stone, origin, metal, ...lists } = chosenFacts(query, settings);
  return {
    price: and(
      minPrice === undefined ? undefined : gte(products.offerPricePaise, toPaise(minPrice)),
      maxPrice === undefined ? undefined : lte(products.offerPricePaise, toPaise(maxPrice)),
    ),
    stock: inStock === "true" ? eq(products.canBeBought, true) : undefined,
    stone: stone ? eq(products.stone, stone) : undefined,
    origin: origin ? eq(products.originCountry, origin) : undefined,
    metal: metal ? eq(products.metal, metal) : undefined,
    lists: and(
      ...listFacts.map(({ name }) => (lists[name] ? arrayContains(products[name], [lists[name]]) : undefined)),
    ),
  };
}

/** `canBeBought` is in an index, the stock is not. */
const stockConditions: Record<StockFilter, SQL> = {
  in: eq(products.canBeBought, true),
  low: isLow,
  out: eq(products.canBeBought, false),
};

/** The list's filter with the owner's `published`. For others the resource service overrides it to hide drafts. */
function listFilter(query: ProductQuery, settings: Settings) {
  const filter = productFilter(query, settings);
  return filter === "nothing" || !query.published ? filter : { ...filter, published: query.published === "true" };
}

type ProductRow = typeof products.$inferSelect;

const noLabel = { taxClass: "", netQuantity: "", maker: "", makerRole: "manufacturer" as ProductRow["makerRole"] };

const mrpAfter = ({ mrp }: ProductForm, before?: ProductRow) =>
  mrp === undefined ? (before?.mrpPaise ?? null) : mrp && toPaise(mrp);

/** Nothing is sold above its MRP. What the form leaves as it is counts too: the stored MRP or sizes. */
export function mrpProblem(form: ProductForm, before?: ProductRow) {
  const mrp = mrpAfter(form, before);
  const { variants } = stockColumns(form, before);
  const highest = Math.max(toPaise(form.price), ...variants.map(({ pricePaise }) => pricePaise ?? 0));
  if (mrp === null || highest <= mrp) return undefined;
  const message = `Nothing is sold above its MRP of ${formatPaise(mrp)}: the highest price is ${formatPaise(highest)}.`;
  return { [form.mrp === undefined ? "price" : "mrp"]: message };
}

function checkedMrp(form: ProductForm, before?: ProductRow) {
  const problem = mrpProblem(form, before);
  if (problem) throw badInput(problem);
  return mrpAfter(form, before);
}

/** As if each piece had five reviews of four stars besides its own, so that one review decides little. Then the owner's mark. */
const loved = sql`((${products.ratingSum} + 20.0) / (${products.ratingCount} + 5) + case when ${products.topSelling} then 0.001 else 0 end)`;

export const productResource: Resource<typeof products, Product, z.output<typeof productQuery>, ProductForm> = {
  name: "product",
  path: "/products",
  imageField: "images",
  maxImages: MAX_IMAGES.product,
  listFields: listFacts.map(({ name }) => name),
  table: products,
  item: product,
  query: productQuery,
  formFor: productForm,
  filterFor: listFilter,
  conditionsFor: (query, settings) =>
    and(...Object.values(productConditions(query, settings)), query.stock && stockConditions[query.stock]),
  sorts: {
    price_up: { column: products.offerPricePaise, isDescending: false },
    price_down: { column: products.offerPricePaise, isDescending: true },
    title: { column: products.searchTitle, isDescending: false },
    // Those without a country come last.
    origin: { column: sql`nullif(${products.originCountry}, '')`, isDescending: false },
    loved: { column: loved, isDescending: true },
    stock_up: { column: products.stock, isDescending: false },
    stock_down: { column: products.stock, isDescending: true },
  } satisfies Record<Exclude<SortOrder, (typeof sortOrders)[number]>, Sorting>,
  volatileTags: { list: () => [ANY_STOCK_TAG], record: (id) => [stockTag(id)] },
  columns: (form, before) => ({
    title: form.title,
    description: form.description,
    category: form.category,
    subCategory: form.subCategory,
    pricePaise: toPaise(form.price),
    offerPricePaise: toPaise(form.offerPrice),
    ...stockColumns(form, before),
    topSelling: form.topSelling,
    ...keepAbsent({ ...noFacts, ...noLabel }, form, before),
    mrpPaise: checkedMrp(form, before),
    searchText: searchTextOf(form.title, form.description),
  }),
  toItem: (
    {
      searchFacts,
      factsKey,
      canBeBought,
      pricePaise,
      offerPricePaise,
      stock,
      variants,
      netQuantity,
      maker,
      makerRole,
      mrpPaise,
      taxClass,
      ...row
    },
    viewer,
  ) => ({
    ...toRecord(row),
    ...stockFor({ stock, variants }, viewer),
    price: toRupees(pricePaise),
    offerPrice: toRupees(offerPricePaise),
    ...(netQuantity && { netQuantity }),
    ...(maker && { maker, makerRole }),
    ...(mrpPaise && { mrp: toRupees(mrpPaise) }),
    ...(viewer === "owner" && taxClass && { taxClass }),
  }),
  titleOf: ({ title }) => title,
};

const SUFFIX = " (copy)";

interface DuplicateDeps {
  images: Images;
  products: {
    find(id: string, viewer: "owner"): Promise<Product>;
    create(form: ProductForm, added: PreparedImage[], by: string): Promise<Product>;
  };
}

export async function duplicateProduct({ images, products }: DuplicateDeps, id: string, by: string) {
  const { _id, version, createdAt, images: pictures, ...fields } = await products.find(id, "owner");
  const copies = [];
  for (const picture of pictures) copies.push(await images.copyImage(picture));
  const title = fields.title.slice(0, MAX_TITLE_LENGTH - SUFFIX.length).trimEnd() + SUFFIX;
  const variants = fields.variants
    ?.filter((variant) => variant._id !== id)
    .map(({ _id, ...variant }) => ({ ...variant, stock: 0 }));
  return products.create({ ...fields, variants, title, stock: 0, published: false }, copies, by);
}

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
