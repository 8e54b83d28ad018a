import { useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { MAX_COUNTED_ORDERS, PAGE_SIZE } from "../../../contracts/list-limits.ts";
import type { Order } from "../../../contracts/order.ts";
import { orderStatuses } from "../../../contracts/order-states.ts";
import { requireOwner } from "../../account/guard.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { loadPage } from "../../lib/list-view.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { AdminPageHeader } from "../layout/admin-page-header.tsx";
import { LoadFailed } from "../layout/load-failed.tsx";
import type { Route } from "./+types/orders-page";
import { ExportOrders } from "./export-orders.tsx";
import { OrderCard } from "./order-card.tsx";
import { type OrderView, orderAddress, orderViewAt } from "./order-view.ts";

/** `found` is undefined when loading failed. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  const view = orderViewAt(new URL(request.url).searchParams);
  const { status, q } = view;
  const load = (page: number) => browserApi.page("GET /api/orders", { query: { status, q, page, limit: PAGE_SIZE } });
  const found = await loadPage(load, { wanted: view.page, size: PAGE_SIZE }).catch(() => undefined);
  return { view, found };
}
clientLoader.hydrate = true as const;

function formatCount(total: number) {
  const more = total >= MAX_COUNTED_ORDERS ? "+" : "";
  return `${total.toLocaleString("en-IN")}${more} ${total === 1 ? "order" : "orders"}`;
}

export default function OrdersPage({ loaderData: { view, found } }: Route.ComponentProps) {
  const next = useNavigation().location;
  const isLoading = next?.pathname === "/admin/orders";
  return (
    <>
      <AdminPageHeader title="Orders" note={found && formatCount(found.total)}>
        <ExportOrders {...view} />
      </AdminPageHeader>
      <SearchBox what="orders" path={orderAddress({ status: view.status })} q={view.q} />
      <p className="mt-1.5 text-small text-ink-soft">
        By the end of the id, a name, an e-mail address or a phone number.
      </p>
      <StatusFilter view={view} />
      <div aria-busy={isLoading} className={classes("mt-5 transition-opacity", isLoading && "opacity-50")}>
        {found ? <OrderGrid orders={found.items} view={view} /> : <LoadFailed>Failed to load orders</LoadFailed>}
        {found && (
          <Pagination
            page={found.page}
            pageCount={found.pageCount}
            linkTo={(page) => orderAddress({ ...view, page })}
          />
        )}
      </div>
    </>
  );
}

function StatusFilter({ view: { status, q } }: { view: OrderView }) {
  return (
    <nav aria-label="Status" className="mt-4 flex flex-wrap gap-2">
      <ChipLink to={orderAddress({ q })} current={status === undefined}>
        All
      </ChipLink>
      {orderStatuses.map((known) => (
        <ChipLink key={known} to={orderAddress({ q, status: known })} current={status === known}>
          {known}
        </ChipLink>
      ))}
    </nav>
  );
}

function OrderGrid({ orders, view }: { orders: Order[]; view: OrderView }) {
  const { revalidate } = useRevalidator();
  const grid = useRef<HTMLDivElement>(null);
  if (orders.length === 0) return <NoOrders isFiltered={view.q !== undefined || view.status !== undefined} />;
  const onDeleted = async () => {
    await revalidate();
    // The focused button is gone: move the focus to the list.
    grid.current?.focus();
  };
  return (
    <div ref={grid} tabIndex={-1} className="grid gap-4 outline-none md:grid-cols-2 md:gap-5 xl:grid-cols-3">
      {orders.map((order) => (
        <OrderCard key={order._id} order={order} onDeleted={onDeleted} />
      ))}
    </div>
  );
}

const NoOrders = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No orders found" text="No order fits this status and search.">
      <LinkButton to="/admin/orders">All orders</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="No orders yet" text="The first one will stand here as soon as it is placed.">
      <LinkButton to="/">Look at the shop</LinkButton>
    </EmptyState>
  );
