import type { ReactNode } from "react";
import type { Order } from "../../contracts/order.ts";
import { type CartLine, keyOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { Link } from "../ui/link.tsx";
import { CompletePayment } from "./complete-payment.tsx";
import { shortId } from "./order-words.ts";

/** As long as the shop keeps the pieces of an unpaid order aside. */
const RECENT_MS = 30 * 60_000;

/** Orders placed a moment ago: a reload or a lost connection may have come between. */
export const recentOrders = (orders: Order[]) =>
  orders.filter(({ createdAt }) => Date.parse(createdAt) > Date.now() - RECENT_MS);

function isSameCart({ items }: Order, cart: readonly CartLine[]) {
  const quantities = new Map(cart.map((line) => [keyOf(line), line.qty]));
  return items.length === cart.length && items.every((item) => quantities.get(keyOf(item)) === item.qty);
}

/** What whoever is about to pay should know of: an order that still waits, or one that is paid and looks just like this one. */
export function RecentOrders({ orders, cart }: { orders: Order[]; cart: readonly CartLine[] }) {
  const waiting = orders.find(({ status }) => status === "pending");
  const bought = orders.find((order) => order.status === "paid" && isSameCart(order, cart));
  return (
    <>
      {bought && (
        <Notice label="Order just paid">
          <p>
            You have paid for these things a moment ago, with <OrderLink order={bought} />. If you pay again, you buy
            them a second time.
          </p>
        </Notice>
      )}
      {waiting && (
        <Notice label="Order waiting for payment">
          <p>
            <OrderLink order={waiting} /> of {formatRupees(waiting.totalAmount)} is waiting for your payment.
          </p>
          <CompletePayment order={waiting} look="quiet" />
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
