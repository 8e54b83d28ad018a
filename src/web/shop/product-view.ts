import { findCategory, findSubCategory, slugOf } from "../../contracts/categories.ts";
import { type ListView, listAddress, listViewAt } from "../lib/list-view.ts";

export const PAGE_SIZE = 6;

/** Which products are shown. */
export interface ProductView extends ListView {
  category?: string | undefined;
  subCategory?: string | undefined;
}

export function addressOf({ category, subCategory, ...view }: ProductView) {
  const path = ["/products", category, category && subCategory].filter(Boolean);
  return listAddress(path.map((part, i) => (i === 0 ? part : slugOf(part ?? ""))).join("/"), view);
}

/** A name the shop does not know is only ever shown as a title: the slug as words, and not too many. */
const inWords = (slug: string) => `${slug.charAt(0).toUpperCase()}${slug.slice(1, 60).replaceAll("-", " ")}`;

/** Names come back as the shop writes them. */
export function viewAt(params: { category?: string; subCategory?: string }, search: URLSearchParams) {
  const category = params.category && (findCategory(params.category)?.name ?? inWords(params.category));
  const subCategory =
    category && params.subCategory && (findSubCategory(category, params.subCategory) ?? inWords(params.subCategory));
  return {
    category: category || undefined,
    subCategory: subCategory || undefined,
    ...listViewAt(search),
  } satisfies ProductView;
}
