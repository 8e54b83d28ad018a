import { Link } from "react-router";
import type { Order } from "../../contracts/order.ts";
import { formatRupees } from "../lib/money.ts";
import { CompletePayment } from "./complete-payment.tsx";
import { shortId } from "./order-words.ts";

/** As long as the shop keeps the pieces of an unpaid order aside. */
const HELD_MS = 30 * 60_000;

/** The latest order that was placed a moment ago and not paid: a reload or a closed window may have come between. */
export function waitingOrders(orders: Order[]) {
  const since = Date.now() - HELD_MS;
  return orders.filter(({ status, createdAt }) => status === "pending" && Date.parse(createdAt) > since).slice(0, 1);
}

export function WaitingOrders({ orders }: { orders: Order[] }) {
  return orders.map((order) => (
    <aside
      key={order._id}
      aria-label="Order waiting for payment"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-paper px-5 py-4 md:mb-6"
    >
      <p>
        <Link to={`/orders/${order._id}`} className="font-semibold underline underline-offset-4">
          Order {shortId(order)}
        </Link>{" "}
        of {formatRupees(order.totalAmount)} is waiting for your payment. Its pieces are kept for you for half an hour.
      </p>
      <CompletePayment order={order} />
    </aside>
  ));
}
