import type { Order } from "../../contracts/orders/order.ts";
import { shortId } from "../../contracts/orders/order-rules.ts";
import { appointmentTimes } from "../appointments/appointment-states.ts";
import { keyOf } from "../lib/cart.ts";
import { formatDay } from "../lib/dates.ts";
import { formatRupees } from "../lib/money.ts";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { PriceChanges } from "./order-lines.tsx";
import { RefundedLine } from "./order-refunds.tsx";
import { isToPay } from "./order-rules.ts";
import { TrackingLinks } from "./order-shipments.tsx";
import { OrderStatusBadge, progressText, ReviewLink } from "./order-status.tsx";
import { PendingOrderActions } from "./pending-order.tsx";

export function MyOrders({ orders }: { orders: Order[] }) {
  if (orders.length === 0)
    return (
      <div className="rounded-card border border-line bg-paper p-5 sm:p-8">
        <p className="mb-5 text-lead">No orders yet.</p>
        <LinkButton to="/products">Shop Products</LinkButton>
      </div>
    );
  return (
    <ul className="grid gap-4">
      {orders.map((order) => (
        <OrderCard key={order._id} order={order} />
      ))}
    </ul>
  );
}

function OrderCard({ order }: { order: Order }) {
  return (
    <li className="rounded-card border border-line bg-paper p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="text-title">
          <Link
            to={`/orders/${order._id}`}
            className="inline-flex min-h-11 items-center underline decoration-gold underline-offset-4"
          >
            Order {shortId(order._id)}
          </Link>
        </h3>
        <span className="text-ink-soft">#{order.number}</span>
        <OrderStatusBadge status={order.status} />
        <span className="ml-auto text-title font-semibold">{formatRupees(order.totalAmount)}</span>
      </div>
      <p className="text-small text-ink-soft">{formatDay(order.createdAt)}</p>
      <ul className="mt-3 border-t border-line pt-3">
        {order.items.map((item) => (
          <li key={keyOf(item)} className="py-0.5 leading-snug wrap-anywhere">
            <span className="block">
              {item.title} x {item.qty} ({item.itemType})
            </span>
            <span className="block text-small text-ink-soft empty:hidden">
              {appointmentTimes(order, item) || progressText(item)}
            </span>
            <ReviewLink order={order} item={item} />
          </li>
        ))}
      </ul>
      <PriceChanges order={order} />
      <TrackingLinks order={order} />
      <RefundedLine order={order} />
      {isToPay(order) && <PendingOrderActions order={order} className="mt-4" />}
    </li>
  );
}
