import { useNavigation } from "react-router";
import type { Customer } from "../../../contracts/accounts/customer.ts";
import { type CustomerSortOrder, customerSortOrders } from "../../../contracts/list-rules.ts";
import { requireOwner } from "../../account/guard.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay } from "../../lib/dates.ts";
import { loadPage } from "../../lib/list-view.ts";
import { formatRupees } from "../../lib/money.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Link } from "../../ui/link.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import { countOf, formatCount } from "../layout/labels.ts";
import { CUSTOMERS_PER_PAGE } from "../layout/page-sizes.ts";
import type { Route } from "./+types/customers-page";
import { type CustomerView, customerPath, customersUrl, customerViewAt } from "./customer-view.ts";

/** `found` is undefined when loading failed. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  const view = customerViewAt(new URL(request.url).searchParams);
  const { q, sort } = view;
  const load = (page: number) =>
    browserApi.page("GET /api/customers", { query: { q, sort, page, limit: CUSTOMERS_PER_PAGE } });
  return { view, found: await loadPage(load, { wanted: view.page, size: CUSTOMERS_PER_PAGE }).catch(() => undefined) };
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
        to={customerPath(_id)}
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
  const isLoading = useNavigation().location?.pathname === "/admin/customers";
  return (
    <>
      <AdminPageHeader title="Customers" note={found && countOf(found.total, "customer", "customers")}>
        <ExportButton url={`/api/customers.csv?${new URLSearchParams(view.q ? { q: view.q } : {})}`} what="customers" />
      </AdminPageHeader>
      <SearchBox what="customers" path={customersUrl({ sort: view.sort })} q={view.q} />
      <p className="mt-1.5 text-small text-ink-soft">By a name, an e-mail address or a phone number.</p>
      <nav aria-label="Sort by" className="mt-4 flex flex-wrap gap-2">
        {customerSortOrders.map((sort) => (
          <ChipLink key={sort} to={customersUrl({ q: view.q, sort })} current={view.sort === sort}>
            {sortNames[sort]}
          </ChipLink>
        ))}
      </nav>
      <div aria-busy={isLoading} className={classes("mt-5 transition-opacity", isLoading && "opacity-50")}>
        {found ? <List view={view} found={found} /> : <LoadFailed>Failed to load customers</LoadFailed>}
      </div>
    </>
  );
}

type Found = NonNullable<Route.ComponentProps["loaderData"]["found"]>;

function List({ view, found }: { view: CustomerView; found: Found }) {
  if (found.total === 0) return <NoCustomers isSearch={view.q !== undefined} />;
  return (
    <>
      <AdminTable name="Customers" columns={columns} items={found.items} keyOf={({ _id }) => _id} />
      <Pagination page={found.page} pageCount={found.pageCount} linkTo={(page) => customersUrl({ ...view, page })} />
    </>
  );
}

const NoCustomers = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <EmptyState title="No customers found" text="No name, e-mail address or phone number fits this search.">
      <LinkButton to="/admin/customers">All customers</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="No customers yet" text="Everyone who creates an account in your shop is listed here.">
      <LinkButton to="/">Look at the shop</LinkButton>
    </EmptyState>
  );
