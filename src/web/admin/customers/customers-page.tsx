import type { Customer } from "../../../contracts/accounts/customer.ts";
import { type CustomerSortOrder, customerSortOrders, MAX_ORDER_SEARCH_LENGTH } from "../../../contracts/list-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, listViewAt, loadPage } from "../../lib/list-view.ts";
import { formatRupees } from "../../lib/money.ts";
import { ChipLink } from "../../ui/chip.tsx";
import { Link } from "../../ui/link.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { ListPage } from "../layout/admin-page.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import { countOf, formatCount, recordPath } from "../layout/labels.ts";
import type { Route } from "./+types/customers-page";

const PAGE_LENGTH = 20;

interface CustomerView {
  q?: string | undefined;
  sort?: CustomerSortOrder | undefined;
  page?: number;
}

/** The default order is not in the URL. */
const customersUrl = ({ sort, ...view }: CustomerView) =>
  listUrl(sort && sort !== "newest" ? `/admin/customers?sort=${sort}` : "/admin/customers", view);

/** Reads the view from the query. An unknown order means the default. */
function customerViewAt(search: URLSearchParams) {
  const { q, page } = listViewAt(search);
  const sort = customerSortOrders.find((known) => known === search.get("sort")) ?? "newest";
  return { q: q?.slice(0, MAX_ORDER_SEARCH_LENGTH), page, sort } satisfies CustomerView;
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const view = customerViewAt(url.searchParams);
  const { q, sort } = view;
  const load = (page: number) =>
    browserApi.page("GET /api/customers", { query: { q, sort, page, limit: PAGE_LENGTH } });
  return { view, found: await loadPage(load, { wanted: view.page, size: PAGE_LENGTH }).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

const sortNames: Record<CustomerSortOrder, string> = {
  newest: "Newest",
  last_order: "Last order",
  spent: "Most spent",
};

const columns: readonly Column<Customer>[] = [
  {
    title: "Customer",
    look: "wide",
    cell: ({ _id, name }) => (
      <Link
        to={recordPath("customer", _id)}
        className="inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4"
      >
        {name}
      </Link>
    ),
  },
  {
    title: "Contact",
    look: "wide",
    cell: ({ email, phone }) => (
      <>
        <p>{email}</p>
        <p className="text-small text-ink-soft">{phone}</p>
      </>
    ),
  },
  { title: "Orders", look: "number", cell: ({ orderCount }) => formatCount(orderCount) },
  { title: "Spent", look: "number", cell: ({ spent }) => formatRupees(spent) },
  {
    title: "Last order",
    look: "number",
    cell: ({ lastOrderAt }) => (lastOrderAt ? formatDay(lastOrderAt) : "None"),
  },
];

export default function CustomersPage({ loaderData: { view, found } }: Route.ComponentProps) {
  const { q, sort } = view;
  return (
    <ListPage
      title="Customers"
      path="/admin/customers"
      note={found && countOf(found.total, "customer", "customers")}
      actions={<ExportButton url={listUrl("/api/customers.csv", { q })} what="customers" />}
      filters={
        <>
          <SearchBox what="customers" path={customersUrl({ sort })} q={q} />
          <p className="mt-1.5 text-small text-ink-soft">By a name, an e-mail address or a phone number.</p>
          <nav aria-label="Sort by" className="mt-4 flex flex-wrap gap-2">
            {customerSortOrders.map((known) => (
              <ChipLink key={known} to={customersUrl({ q, sort: known })} current={sort === known}>
                {sortNames[known]}
              </ChipLink>
            ))}
          </nav>
        </>
      }
      found={found}
      failed="Failed to load customers"
      pageUrl={(page) => customersUrl({ ...view, page })}
      empty={
        q
          ? [
              "No customers found",
              "No name, e-mail address or phone number fits this search.",
              "/admin/customers",
              "All customers",
            ]
          : [
              "No customers yet",
              "Everyone who creates an account in your shop is listed here.",
              "/",
              "Look at the shop",
            ]
      }
    >
      {(items) => <AdminTable name="Customers" columns={columns} items={items} keyOf={({ _id }) => _id} />}
    </ListPage>
  );
}
