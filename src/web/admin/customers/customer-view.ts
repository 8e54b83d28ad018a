import { type CustomerSortOrder, customerSortOrders, MAX_ORDER_SEARCH_LENGTH } from "../../../contracts/list-rules.ts";
import { listUrl, listViewAt } from "../../lib/list-view.ts";

/** Search, order and page of the list of customers, as stored in the URL. */
export interface CustomerView {
  q?: string | undefined;
  sort?: CustomerSortOrder | undefined;
  page?: number;
}

export const customerPath = (id: string) => `/admin/customers/${id}`;

/** The default order is not in the URL. */
export const customersUrl = ({ sort, ...view }: CustomerView) =>
  listUrl(sort && sort !== "newest" ? `/admin/customers?sort=${sort}` : "/admin/customers", view);

/** Reads the view from the query. An unknown order means the default. */
export function customerViewAt(search: URLSearchParams) {
  const { q, page } = listViewAt(search);
  const sort = customerSortOrders.find((known) => known === search.get("sort")) ?? "newest";
  return { q: q?.slice(0, MAX_ORDER_SEARCH_LENGTH), page, sort } satisfies CustomerView;
}
