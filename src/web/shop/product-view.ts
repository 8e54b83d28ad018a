import {
  type CategoryNames,
  findCategory,
  findSubCategory,
  listPath,
} from "../../contracts/catalogue/category-rules.ts";
import type { ProductQuery } from "../../contracts/catalogue/product.ts";
import { type PageFact, pageFacts } from "../../contracts/catalogue/product-rules.ts";
import { MAX_FILTER_LENGTH, MAX_FILTER_RUPEES } from "../../contracts/list-rules.ts";
import { listUrl, listViewAt } from "../lib/list-view.ts";

/** The products that a URL selects: categories in the path, everything else in the query. */
export type ProductView = Omit<ProductQuery, "limit" | "match" | "topSelling" | "stock" | "published">;

const filterNames = ["minPrice", "maxPrice", "inStock", ...pageFacts.map(({ name }) => name)] as const;

export const chosenFilters = (view: ProductView) => filterNames.filter((name) => view[name] !== undefined);

/** A view of the same products without these filters, from page 1. */
export const withoutFilters = ({ category, subCategory, q, sort }: ProductView): ProductView => ({
  category,
  subCategory,
  q,
  sort,
});

export const productListUrl = ({ category, subCategory, ...view }: ProductView) =>
  listUrl(listPath(category, category && subCategory), view);

/** The sort orders. Newest first is the default and not in the URL. */
export const productSorts = [
  { name: "Newest", order: undefined },
  { name: "Price: low to high", order: "price_up" },
  { name: "Price: high to low", order: "price_down" },
  { name: "Most loved", order: "loved" },
] as const;
/** Only of a search. */
export const matchSort = { name: "Best match", order: "match" } as const;
const shownSorts = [matchSort, ...productSorts].flatMap(({ order }) => order ?? []);

/** The categories and the current one's subcategories, with "All" first. Each starts at page 1 and keeps the rest of the view. */
export function categoryChoices(
  categories: readonly CategoryNames[],
  { category, subCategory, page, ...rest }: ProductView,
) {
  const withAll = (names: readonly { name: string }[]) => [undefined, ...names.map(({ name }) => name)];
  const { subCategories = [] } = findCategory(categories, category ?? "") ?? {};
  return {
    categories: withAll(categories).map((name) => ({
      name,
      view: { ...rest, category: name },
      isCurrent: name === category,
    })),
    subCategories: (subCategories.length > 0 ? withAll(subCategories) : []).map((name) => ({
      name,
      view: { ...rest, category, subCategory: name },
      isCurrent: name === subCategory,
    })),
  };
}

export const titleOf = ({ category, subCategory }: ProductView) => subCategory ?? category ?? "Our Products";

/** Turns the slug of an unknown category into a page title of limited length. */
const titleFromSlug = (slug: string) => {
  // Half a character cannot be part of an address.
  const cut = slug.slice(1, 60).replace(/[\ud800-\udbff]$/, "\ufffd");
  return `${slug.charAt(0).toUpperCase()}${cut.replaceAll("-", " ")}`;
};

const rupeesAt = (text: string | null, min: number) => {
  const rupees = Number(text);
  return text && rupees >= min && rupees <= MAX_FILTER_RUPEES ? rupees : undefined;
};

const factAt = (text: string | null) => text?.trim().slice(0, MAX_FILTER_LENGTH) || undefined;

/** Reads the view from the URL, with categories spelled as in the settings. */
export function viewAt(
  categories: readonly CategoryNames[],
  params: { category?: string; subCategory?: string },
  search: URLSearchParams,
) {
  const known = findCategory(categories, params.category ?? "");
  const category = params.category && (known?.name ?? titleFromSlug(params.category));
  const subCategory =
    category &&
    params.subCategory &&
    (findSubCategory(known, params.subCategory)?.name ?? titleFromSlug(params.subCategory));
  return {
    category: category || undefined,
    subCategory: subCategory || undefined,
    ...listViewAt(search, shownSorts),
    ...(search.get("sort") === "relevance" && { sort: matchSort.order }),
    minPrice: rupeesAt(search.get("minPrice"), 0),
    maxPrice: rupeesAt(search.get("maxPrice"), 1),
    inStock: search.get("inStock") === "true" ? ("true" as const) : undefined,
    ...(Object.fromEntries(pageFacts.map(({ name }) => [name, factAt(search.get(name))])) as Record<
      PageFact,
      string | undefined
    >),
  } satisfies Record<keyof ProductView, unknown>;
}
