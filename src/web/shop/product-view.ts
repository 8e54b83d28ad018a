import { findCategory, findSubCategory, slugOf } from "../../contracts/categories.ts";

export const PAGE_SIZE = 6;

/** Which products are shown: all of it is in the address, so that every view is a link. */
export interface ProductView {
  category?: string;
  subCategory?: string;
  q?: string;
  page?: number;
}

export function addressOf({ category, subCategory, q, page = 1 }: ProductView) {
  const path = ["/products", category, category && subCategory].filter(Boolean);
  const search = new URLSearchParams();
  if (page > 1) search.set("page", `${page}`);
  if (q) search.set("q", q);
  return path.map((part, i) => (i === 0 ? part : slugOf(part ?? ""))).join("/") + (search.size > 0 ? `?${search}` : "");
}

const MAX_SEARCH = 200;
const MAX_PAGE = 1_000_000;

/** A name the shop does not know is only ever shown as a title: the slug as words, and not too many. */
const inWords = (slug: string) => `${slug.charAt(0).toUpperCase()}${slug.slice(1, 60).replaceAll("-", " ")}`;

/** Names come back as the shop writes them. */
export function viewAt(params: { category?: string; subCategory?: string }, search: URLSearchParams) {
  const category = params.category && (findCategory(params.category)?.name ?? inWords(params.category));
  const subCategory =
    category && params.subCategory && (findSubCategory(category, params.subCategory) ?? inWords(params.subCategory));
  const page = Number(search.get("page"));
  return {
    category: category || undefined,
    subCategory: subCategory || undefined,
    q: search.get("q")?.trim().slice(0, MAX_SEARCH) || undefined,
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : 1,
  } satisfies ProductView;
}
