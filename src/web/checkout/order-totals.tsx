import type { Order } from "../../contracts/orders/order.ts";
import { totalOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";

type Priced = Pick<Order, "discount" | "delivery" | "coupon">;

/** Additions to and deductions from the sum of the lines. A coupon without a discount waived the delivery charge. */
function priceChanges({ discount, delivery, coupon }: Priced): [name: string, amount: string][] {
  return [
    ...(discount ? [[`Discount (${coupon})`, `−${formatRupees(discount)}`] as [string, string]] : []),
    ...(delivery ? [["Delivery", formatRupees(delivery)] as [string, string]] : []),
    ...(coupon && !discount ? [[`Delivery (${coupon})`, "Free"] as [string, string]] : []),
  ];
}

/** The rows between an order's lines and its total. Renders nothing when the total is the sum of the lines. */
export function OrderTotals({ order }: { order: Order }) {
  const changes = priceChanges(order);
  if (changes.length === 0) return null;
  const rows = [["Subtotal", formatRupees(totalOf(order.items))], ...changes];
  return (
    <dl className="mt-3">
      {rows.map(([name, amount]) => (
        <div key={name} className="flex items-baseline justify-between gap-4 py-1">
          <dt className="min-w-0 wrap-anywhere text-ink-soft">{name}</dt>
          <dd className="whitespace-nowrap">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same as one line, for a list of orders. */
export function PriceChanges({ order }: { order: Order }) {
  const changes = priceChanges(order);
  if (changes.length === 0) return null;
  return (
    <p className="mt-2 text-small text-ink-soft">{changes.map(([name, amount]) => `${name}: ${amount}`).join(", ")}</p>
  );
}
