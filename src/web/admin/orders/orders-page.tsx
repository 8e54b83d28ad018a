import { useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { MAX_COUNTED_ORDERS, PAGE_SIZE } from "../../../contracts/list-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { requireOwner } from "../../account/guard.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { loadPage } from "../../lib/list-view.ts";
import { LinkButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import { countOf, formatCount } from "../layout/labels.ts";
import { ORDER_ROWS_PER_PAGE } from "../layout/page-sizes.ts";
import type { Route } from "./+types/orders-page";
import { ExportOrders } from "./export-orders.tsx";
import { OrderCard } from "./order-card.tsx";
import { LookSwitch, OrderFilters } from "./order-filters.tsx";
import { OrderRows } from "./order-rows.tsx";
import { type OrderView, ordersUrl, orderViewAt } from "./order-view.ts";

/** `found` is undefined when loading failed. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  const view = orderViewAt(new URL(request.url).searchParams);
  const { page: wanted, look, ...filter } = view;
  const size = look === "rows" ? ORDER_ROWS_PER_PAGE : PAGE_SIZE;
  const load = (page: number) => browserApi.page("GET /api/orders", { query: { ...filter, page, limit: size } });
  const found = await loadPage(load, { wanted, size }).catch(() => undefined);
  return { view, found };
}
clientLoader.hydrate = true as const;

const countText = (total: number) =>
  total >= MAX_COUNTED_ORDERS ? `${formatCount(total)}+ orders` : countOf(total, "order", "orders");

export default function OrdersPage({ loaderData: { view, found } }: Route.ComponentProps) {
  const next = useNavigation().location;
  const isLoading = next?.pathname === "/admin/orders";
  return (
    <>
      <AdminPageHeader title="Orders" note={found && countText(found.total)}>
        <LookSwitch view={view} />
        <ExportOrders view={view} />
      </AdminPageHeader>
      <OrderFilters view={view} />
      <div aria-busy={isLoading} className={classes("mt-5 transition-opacity", isLoading && "opacity-50")}>
        {found ? <OrderList orders={found.items} view={view} /> : <LoadFailed>Failed to load orders</LoadFailed>}
        {found && (
          <Pagination page={found.page} pageCount={found.pageCount} linkTo={(page) => ordersUrl({ ...view, page })} />
        )}
      </div>
    </>
  );
}

function OrderList({ orders, view }: { orders: Order[]; view: OrderView }) {
  const { q, status, task, from, to, look } = view;
  if (orders.length === 0) return <NoOrders isFiltered={[q, status, task, from, to].some(Boolean)} />;
  // The key clears the selection when page or filter change.
  return look === "rows" ? <OrderRows key={ordersUrl(view)} orders={orders} /> : <OrderGrid orders={orders} />;
}

function OrderGrid({ orders }: { orders: Order[] }) {
  const { revalidate } = useRevalidator();
  const grid = useRef<HTMLDivElement>(null);
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
    <EmptyState title="No orders found" text="No order fits these filters.">
      <LinkButton to="/admin/orders">All orders</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="No orders yet" text="The first one will stand here as soon as it is placed.">
      <LinkButton to="/">Look at the shop</LinkButton>
    </EmptyState>
  );
