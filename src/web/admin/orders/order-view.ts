import { type OrderStatus, orderStatuses } from "../../../contracts/order-states.ts";
import { type ListView, listAddress, listViewAt } from "../../lib/list-view.ts";

const MAX_SEARCH = 100;

/** Which orders are shown. */
export interface OrderView extends ListView {
  status?: OrderStatus | undefined;
}

export const orderAddress = ({ status, ...view }: OrderView) =>
  listAddress(status ? `/admin/orders?status=${status}` : "/admin/orders", view);

/** What the address asks for; a status that does not exist is none. */
export function orderViewAt(search: URLSearchParams) {
  const { q, page } = listViewAt(search);
  const status = orderStatuses.find((known) => known === search.get("status"));
  return { q: q?.slice(0, MAX_SEARCH), page, status } satisfies OrderView;
}
