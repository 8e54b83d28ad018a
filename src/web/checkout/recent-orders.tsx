import type { ReactNode } from "react";
import type { Order } from "../../contracts/order.ts";
import { HOLD_MINUTES } from "../../contracts/order-states.ts";
import { type CartLine, keyOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { Link } from "../ui/link.tsx";
import { CompletePayment } from "./complete-payment.tsx";
import { shortId } from "./order-words.ts";

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
  const pending = orders.find(({ status }) => status === "pending");
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
      {pending && (
        <Notice label="Order waiting for payment">
          <p>
            <OrderLink order={pending} /> of {formatRupees(pending.totalAmount)} is waiting for your payment.
          </p>
          <CompletePayment order={pending} look="quiet" />
        </Notice>
      )}
    </>
  );
}

const OrderLink = ({ order }: { order: Order }) => (
  <Link to={`/orders/${order._id}`} className="font-semibold underline underline-offset-4">
    Order {shortId(order)}
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
