import { PAGE_SIZE } from "../../../contracts/list-limits.ts";
import { requireOwner } from "../../account/guard.ts";
import { listViewAt, loadPage } from "../../lib/list-view.ts";
import type { Kind } from "./admin-resource.ts";
import { resourceCalls } from "./resource-calls.ts";

/** The `clientLoader` of a kind's screen: a page of the list and the record to edit. Each is undefined when loading failed. */
export const resourceLoader =
  <K extends Kind>(kind: K) =>
  async ({ request }: { request: Request }) => {
    requireOwner(request);
    const search = new URL(request.url).searchParams;
    const view = listViewAt(search);
    const edit = search.get("edit") || undefined;
    const calls = resourceCalls(kind);
    const load = (page: number) => calls.list({ q: view.q, page, limit: PAGE_SIZE });
    const [list, record] = await Promise.all([
      loadPage(load, { wanted: view.page, size: PAGE_SIZE }).catch(() => undefined),
      edit ? calls.find(edit).catch(() => undefined) : undefined,
    ]);
    return { q: view.q, list, edit, record };
  };

export type ResourceData<K extends Kind> = Awaited<ReturnType<ReturnType<typeof resourceLoader<K>>>>;
