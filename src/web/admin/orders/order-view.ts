import { MAX_ORDER_SEARCH_LENGTH } from "../../../contracts/list-limits.ts";
import { type OrderStatus, orderStatuses } from "../../../contracts/order-states.ts";
import { type ListView, listAddress, listViewAt } from "../../lib/list-view.ts";

/** Filter and page of the order list, as stored in the URL. */
export interface OrderView extends ListView {
  status?: OrderStatus | undefined;
}

export const orderAddress = ({ status, ...view }: OrderView) =>
  listAddress(status ? `/admin/orders?status=${status}` : "/admin/orders", view);

/** Reads the view from the query. An unknown status means no filter. */
export function orderViewAt(search: URLSearchParams) {
  const { q, page } = listViewAt(search);
  const status = orderStatuses.find((known) => known === search.get("status"));
  return { q: q?.slice(0, MAX_ORDER_SEARCH_LENGTH), page, status } satisfies OrderView;
}
