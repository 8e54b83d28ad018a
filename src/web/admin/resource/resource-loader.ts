import { PAGE_SIZE } from "../../../contracts/list-rules.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listViewAt, loadPage } from "../../lib/list-view.ts";
import type { Kind, ListFilter } from "./admin-resource.ts";
import { resourceCalls } from "./resource-calls.ts";

/** Unknown values count as no filter. */
const chosenAt = (search: URLSearchParams, filters: readonly ListFilter[]) =>
  Object.fromEntries(
    filters.map(({ name, options }) => {
      const value = search.get(name) ?? "";
      return [name, value && (typeof options === "function" || Object.hasOwn(options, value)) ? value : undefined];
    }),
  );

/** The `clientLoader` of a kind's screen: a page of the list and the record to edit. Each is undefined when loading failed. */
export const resourceLoader =
  <K extends Kind>(kind: K, filters: readonly ListFilter[] = []) =>
  async ({ url }: { url: URL }) => {
    requireOwner(url);
    const search = url.searchParams;
    const { q, page: wanted } = listViewAt(search);
    const chosen = chosenAt(search, filters);
    const edit = search.get("edit") || undefined;
    const calls = resourceCalls(kind);
    const load = (page: number) => calls.list({ ...chosen, q, page, limit: PAGE_SIZE });
    const [list, record] = await Promise.all([
      loadPage(load, { wanted, size: PAGE_SIZE }).catch(() => undefined),
      edit ? calls.find(edit).catch(() => undefined) : undefined,
    ]);
    return { q, chosen, list, edit, record };
  };

export type ResourceData<K extends Kind> = Awaited<ReturnType<ReturnType<typeof resourceLoader<K>>>>;
