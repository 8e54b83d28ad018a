import type { ReactNode } from "react";
import type { Order } from "../../contracts/orders/order.ts";
import { type CartLine, itemTypeNames, keyOf, totalOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { LinePicture } from "../ui/picture.tsx";
import { OrderSection } from "./order-frame.tsx";
import { progressText, ReviewLink } from "./order-status.tsx";

export function OrderLines({ order }: { order: Order }) {
  return (
    <OrderSection id="order-items" title="Items">
      <ul className="-mt-1">
        {order.items.map((item) => (
          <OrderLine key={keyOf(item)} line={item} amount={formatRupees(totalOf([item]))}>
            <p className="flex flex-wrap gap-x-2 text-small text-ink-soft">
              <span>{itemTypeNames[item.itemType]}</span>
              <span aria-hidden>·</span>
              <span>
                {item.qty} × {formatRupees(item.price)}
              </span>
            </p>
            <p className="text-small text-ink-soft empty:hidden">{progressText(item)}</p>
            <ReviewLink order={order} item={item} />
          </OrderLine>
        ))}
      </ul>
      <OrderTotals order={order} />
      <p className="mt-4 flex items-baseline justify-between gap-4 text-title font-semibold">
        Total <span>{formatRupees(order.totalAmount)}</span>
      </p>
    </OrderSection>
  );
}

export function OrderLine({ line, amount, children }: { line: CartLine; amount: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 border-b border-line py-4">
      <LinePicture line={line} sizes="64px" className="size-16" />
      <div className="min-w-0 grow basis-36">
        <p className="leading-snug font-medium wrap-anywhere">{line.title}</p>
        {children}
      </div>
      <p className="ml-auto font-semibold whitespace-nowrap">{amount}</p>
    </li>
  );
}

/** Additions to and deductions from the sum of the lines. A coupon without a discount waived the delivery charge. */
function priceChanges({ discount, delivery, coupon }: Order) {
  const changes: [name: string, amount: string][] = [];
  if (discount) changes.push([`Discount (${coupon})`, `−${formatRupees(discount)}`]);
  if (delivery) changes.push(["Delivery", formatRupees(delivery)]);
  if (coupon && !discount) changes.push([`Delivery (${coupon})`, "Free"]);
  return changes;
}

/** The rows between an order's lines and its total. Renders nothing when the total is the sum of the lines. */
function OrderTotals({ order }: { order: Order }) {
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
