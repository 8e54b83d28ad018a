const MAX_SEARCH = 200;
const MAX_PAGE = 1_000_000;

/** Which part of a list is shown: all of it is in the address, so that every view is a link. */
export interface ListView {
  q?: string | undefined;
  page?: number | undefined;
}

/** `path` may carry a query of its own, which is kept. */
export function listAddress(path: string, { q, page = 1 }: ListView) {
  const [place, kept] = path.split("?");
  const search = new URLSearchParams(kept);
  if (page > 1) search.set("page", `${page}`);
  if (q) search.set("q", q);
  return search.size > 0 ? `${place}?${search}` : `${place}`;
}

/** What the address asks for; a page that cannot be is the first. */
export function listViewAt(search: URLSearchParams) {
  const page = Number(search.get("page"));
  return {
    q: search.get("q")?.trim().slice(0, MAX_SEARCH) || undefined,
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : 1,
  } satisfies ListView;
}

/** Loads a page of a list. An address past the end shows the last page. */
export async function loadPage<T>(
  load: (page: number) => Promise<{ items: T[]; total: number }>,
  { wanted, size }: { wanted: number; size: number },
) {
  let { items, total } = await load(wanted);
  const pageCount = Math.ceil(total / size);
  if (items.length === 0 && pageCount > 0) ({ items } = await load(pageCount));
  return { items, total, pageCount, page: Math.min(wanted, Math.max(pageCount, 1)) };
}
