import type { SearchQuery } from "../../contracts/list.ts";
import {
  MAX_COUNTED,
  MAX_PAGE,
  MAX_SEARCH_LENGTH,
  PAGE_SIZE,
  type SortOrder,
  sortOrders,
} from "../../contracts/list-rules.ts";

/** The part of a list that the URL selects: the API's query without the parameters that the page sets itself. */
export type ListView = Omit<SearchQuery, "limit" | "match" | "ids">;

/** The URL of a view. Keeps a query in `path`; leaves out page 1 and empty values. */
export function listUrl(path: string, { page = 1, ...filters }: ListView & Record<string, unknown>) {
  const [pathname, query] = path.split("?");
  const search = new URLSearchParams(query);
  if (page > 1) search.set("page", `${page}`);
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, `${value}`);
  return search.size > 0 ? `${pathname}?${search}` : `${pathname}`;
}

/** Reads the view from the query. An invalid page counts as the first. */
export function listViewAt(search: URLSearchParams, orders: readonly SortOrder[] = sortOrders) {
  const page = Number(search.get("page"));
  return {
    q: search.get("q")?.trim().slice(0, MAX_SEARCH_LENGTH) || undefined,
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : 1,
    sort: orders.find((order) => order === search.get("sort")),
  } satisfies Record<keyof ListView, unknown>;
}

/** Loads a page of a list; past the end it loads the last page. */
export async function loadPage<T>(
  load: (page: number) => Promise<{ items: T[]; total: number }>,
  { wanted, size }: { wanted: number; size: number },
) {
  let { items, total } = await load(wanted);
  const pageCount = Math.ceil(total / size);
  if (items.length === 0 && pageCount > 0) ({ items } = await load(pageCount));
  return { items, total, pageCount, page: Math.min(wanted, Math.max(pageCount, 1)) };
}

/** "1 piece", "Showing 7–12 of 68 pieces"; a search counts no further than "500+ pieces". */
export function countText(total: number, { q, page = 1 }: Pick<ListView, "q" | "page">, [one, many]: [string, string]) {
  if (total === 0) return "";
  const more = q && total >= MAX_COUNTED ? "+" : "";
  const all = `${total.toLocaleString("en-IN")}${more} ${total === 1 ? one : many}`;
  if (total <= PAGE_SIZE) return all;
  return `Showing ${(page - 1) * PAGE_SIZE + 1}–${Math.min(page * PAGE_SIZE, total)} of ${all}`;
}

/** If the search found nothing: records with similar titles. */
export async function loadSimilar<T>(
  load: (match: "similar") => Promise<{ items: T[] }>,
  { q, total }: { q: string | undefined; total: number },
) {
  return q && total === 0 ? (await load("similar")).items : [];
}
