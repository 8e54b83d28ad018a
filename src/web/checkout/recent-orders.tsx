import type { ReactNode } from "react";
import type { Order } from "../../contracts/orders/order.ts";
import { HOLD_MINUTES, MAX_OPEN_ORDERS, shortId } from "../../contracts/orders/order-rules.ts";
import { type CartLine, keyOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { isToPay } from "../orders/order-rules.ts";
import { PendingOrderActions } from "../orders/pending-order.tsx";
import { Link } from "../ui/link.tsx";

const RECENT_MS = HOLD_MINUTES * 60_000;

/** Orders placed within the hold time: a reload or a lost connection may have interrupted their payment. */
export const recentOrders = (orders: Order[]) =>
  orders.filter(({ createdAt }) => Date.parse(createdAt) > Date.now() - RECENT_MS);

function isSameCart({ items }: Order, cart: readonly CartLine[]) {
  const quantities = new Map(cart.map((line) => [keyOf(line), line.qty]));
  return items.length === cart.length && items.every((item) => quantities.get(keyOf(item)) === item.qty);
}

/** Notices before payment: a pending order, or a paid one with the same items. */
export function RecentOrders({ orders, cart }: { orders: Order[]; cart: readonly CartLine[] }) {
  const pending = orders.filter(isToPay);
  // At the limit the buyer must pay or cancel one before placing another, so all are shown.
  const shown = pending.slice(0, pending.length >= MAX_OPEN_ORDERS ? MAX_OPEN_ORDERS : 1);
  const duplicate = orders.find((order) => order.status === "paid" && isSameCart(order, cart));
  return (
    <>
      {duplicate && (
        <Notice label="Order just paid">
          <p>
            You have paid for these things a moment ago, with <OrderLink order={duplicate} />. If you pay again, you buy
            them a second time.
          </p>
        </Notice>
      )}
      {shown.map((order) => (
        <Notice key={order._id} label="Order waiting for payment">
          <p>
            <OrderLink order={order} /> of {formatRupees(order.totalAmount)} is waiting for your payment.
          </p>
          <PendingOrderActions order={order} look="quiet" />
        </Notice>
      ))}
    </>
  );
}

const OrderLink = ({ order }: { order: Order }) => (
  <Link to={`/orders/${order._id}`} className="font-semibold underline underline-offset-4">
    Order {shortId(order._id)}
  </Link>
);

function Notice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-paper px-5 py-3.5 md:mb-6"
    >
      {children}
    </aside>
  );
}
