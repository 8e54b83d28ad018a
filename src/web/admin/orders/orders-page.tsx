import { useRevalidator } from "react-router";
import { MAX_COUNTED_ORDERS, PAGE_SIZE } from "../../../contracts/list-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, loadPage } from "../../lib/list-view.ts";
import { ListPage } from "../layout/admin-page.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import { countOf, formatCount } from "../layout/labels.ts";
import type { Route } from "./+types/orders-page";
import { OrderCard } from "./order-card.tsx";
import { LookSwitch, OrderFilters } from "./order-filters.tsx";
import { OrderRows } from "./order-rows.tsx";
import { ordersUrl, orderViewAt } from "./order-view.ts";

const ROWS_PER_PAGE = 20;

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const view = orderViewAt(url.searchParams);
  const { page: wanted, look, ...filter } = view;
  const size = look === "rows" ? ROWS_PER_PAGE : PAGE_SIZE;
  const load = (page: number) => browserApi.page("GET /api/orders", { query: { ...filter, page, limit: size } });
  const found = await loadPage(load, { wanted, size }).catch(() => undefined);
  return { view, found };
}
clientLoader.hydrate = true as const;

const countText = (total: number) =>
  total >= MAX_COUNTED_ORDERS ? `${formatCount(total)}+ orders` : countOf(total, "order", "orders");

export default function OrdersPage({ loaderData: { view, found } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { q, status, task, archived, from, to, look } = view;
  const filter = { status, q, task, archived, from, to };
  return (
    <ListPage
      title="Orders"
      path="/admin/orders"
      note={found && countText(found.total)}
      actions={
        <>
          {!archived && <LookSwitch view={view} />}
          <ExportButton url={listUrl("/api/orders.csv", filter)} what="orders" />
        </>
      }
      filters={<OrderFilters view={view} />}
      found={found}
      failed="Failed to load orders"
      pageUrl={(page) => ordersUrl({ ...view, page })}
      empty={
        Object.values(filter).some(Boolean)
          ? [
              "No orders found",
              archived ? "Orders that you delete are kept here." : "No order fits these filters.",
              "/admin/orders",
              "All orders",
            ]
          : ["No orders yet", "The first one will stand here as soon as it is placed.", "/", "Look at the shop"]
      }
    >
      {(orders, focusList) =>
        look === "rows" && !archived ? (
          // The key clears the selection when page or filter change.
          <OrderRows key={ordersUrl(view)} orders={orders} />
        ) : (
          <div className="grid gap-4 md:grid-cols-2 md:gap-5 xl:grid-cols-3">
            {orders.map((order) => (
              <OrderCard key={order._id} order={order} onDeleted={() => revalidate().then(focusList)} />
            ))}
          </div>
        )
      }
    </ListPage>
  );
}
