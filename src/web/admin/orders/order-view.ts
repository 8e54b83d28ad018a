import { MAX_ORDER_SEARCH_LENGTH, type OrderTask, orderTasks } from "../../../contracts/list-rules.ts";
import { type OrderStatus, orderStatuses } from "../../../contracts/orders/order-rules.ts";
import { type ListView, listUrl, listViewAt } from "../../lib/list-view.ts";

/** Filter, look and page of the order list, as stored in the URL. */
export interface OrderView extends ListView {
  status?: OrderStatus | undefined;
  task?: OrderTask | undefined;
  /** Deleted orders, as cards. */
  archived?: "true" | undefined;
  /** Days in India, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Cards are the default. */
  look?: "rows" | undefined;
}

export const taskNames: Record<OrderTask, string> = {
  pack: "To pack",
  address: "Address missing",
  arrange: "Sessions to arrange",
};

/** Empty values are left out. The order of the parameters is fixed, so that equal views have equal URLs. */
export function ordersUrl({ status, task, archived, from, to, look, ...view }: OrderView) {
  const path = listUrl("/admin/orders", { status, task, archived, from, to, look });
  return listUrl(path, view);
}

const dayAt = (text: string | null) => (text && /^20\d\d-\d\d-\d\d$/.test(text) ? text : undefined);

/** Reads the view from the query. Unknown values mean no filter. */
export function orderViewAt(search: URLSearchParams) {
  const { q, page } = listViewAt(search);
  return {
    q: q?.slice(0, MAX_ORDER_SEARCH_LENGTH),
    page,
    status: orderStatuses.find((known) => known === search.get("status")),
    task: orderTasks.find((known) => known === search.get("task")),
    archived: search.get("archived") === "true" ? ("true" as const) : undefined,
    from: dayAt(search.get("from")),
    to: dayAt(search.get("to")),
    look: search.get("look") === "rows" ? ("rows" as const) : undefined,
  } satisfies OrderView;
}
