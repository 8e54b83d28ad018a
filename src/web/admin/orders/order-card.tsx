import type { Order } from "../../../contracts/orders/order.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { deletionText, factsOf } from "../../../contracts/orders/status-change-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { keyOf } from "../../lib/cart.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { OrderStatusBadge } from "../../orders/order-status.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { NextStep, OrderProblems, StatusSelect } from "./order-status.tsx";
import { useOrderStatus } from "./use-order-status.ts";

const SHOWN_ITEMS = 3;

/** One order in the grid. A status change does not reload the list: the card stays even if the filter no longer matches. */
export function OrderCard({ order: given, onDeleted }: { order: Order; onDeleted: () => void }) {
  const choice = useOrderStatus(given);
  const { order } = choice;
  const { isRegistered } = useShop();
  const onDelete = async () => {
    if (await confirmAndDeleteOrder(order, isRegistered)) onDeleted();
  };
  const orderName = <span className="sr-only"> order {shortId(order._id)}</span>;
  return (
    <article
      aria-label={`Order ${shortId(order._id)}`}
      className="flex min-w-0 flex-col rounded-card border border-line bg-paper p-5"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-title">Order {shortId(order._id)}</h2>
        <span className="text-ink-soft">#{order.number}</span>
        <OrderStatusBadge status={choice.status} />
        <OrderProblems order={order} />
        <span className="ml-auto text-title font-semibold">{formatRupees(order.totalAmount)}</span>
      </header>
      <p className="mt-1 text-small text-ink-soft">
        {formatMoment(order.createdAt)}
        {order.archivedAt && `, archived ${formatMoment(order.archivedAt)}`}
      </p>
      <p className="mt-3 leading-snug wrap-anywhere">
        <strong className="font-semibold">{order.shipping.name}</strong>
        <br />
        {order.shipping.phone}
        <br />
        {order.shipping.email}
      </p>
      <ItemList items={order.items} />
      <div className="mt-auto flex flex-wrap items-end gap-3 pt-5">
        {!order.archivedAt && (
          <>
            <StatusSelect choice={choice} />
            <NextStep choice={choice} className="grow" />
          </>
        )}
        <div className="flex grow basis-full gap-3">
          <LinkButton to={`/admin/orders/${order._id}`} className="grow px-4">
            View{orderName}
          </LinkButton>
          {!order.archivedAt && (
            <Button onClick={onDelete} className="grow px-4 text-rose">
              Delete{orderName}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

function ItemList({ items }: Pick<Order, "items">) {
  const more = items.length - SHOWN_ITEMS;
  return (
    <ul className="mt-3 border-t border-line pt-3 text-small">
      {items.slice(0, SHOWN_ITEMS).map((item) => (
        <li key={keyOf(item)} className="py-0.5 wrap-anywhere">
          {item.title} x {item.qty}
        </li>
      ))}
      {more > 0 && <li className="py-0.5 text-ink-soft">and {more} more</li>}
    </ul>
  );
}

/** Deletes an order after the owner confirms. Returns whether it was deleted. */
async function confirmAndDeleteOrder(shown: Order, isRegistered: boolean) {
  const params = { id: shown._id };
  // Read again: it may have been paid since the list was loaded.
  const order = await browserApi.call("GET /api/orders/:id", { params }).catch(() => shown);
  if (!window.confirm(deletionText(factsOf(order, Date.now(), isRegistered)))) return false;
  try {
    await browserApi.call("DELETE /api/orders/:id", { params });
  } catch {
    toast("Failed to delete order", { tone: "bad" });
    return false;
  }
  toast("Order deleted");
  return true;
}
