import "./order-rows.css";
import { useState } from "react";
import type { Order } from "../../../contracts/orders/order.ts";
import { shortId } from "../../checkout/order-rules.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { recordPath } from "../layout/record-path.ts";
import { BulkStatus } from "./bulk-status.tsx";
import { moneyBadges } from "./money-states.ts";
import { NextStep } from "./next-step.tsx";
import { StatusSelect } from "./status-select.tsx";
import { useOrderStatus } from "./use-order-status.ts";

const columns: Column<Order>[] = [
  {
    title: "Order",
    look: "lead",
    cell: (order) => (
      <>
        <Link to={recordPath("order", order._id)} className="order-row-link">
          <strong className="font-semibold">{shortId(order)}</strong>
          <span className="text-small text-ink-soft">{formatMoment(order.createdAt)}</span>
        </Link>
        {order.stockShort && <Badge tone="rose">Stock short</Badge>}
        {moneyBadges(order).map((text) => (
          <Badge key={text} tone="rose">
            {text}
          </Badge>
        ))}
      </>
    ),
  },
  {
    title: "Customer",
    look: "lead",
    cell: ({ shipping }) => (
      <div className="min-w-28 wrap-anywhere">
        {shipping.name}
        <div className="text-small text-ink-soft">{shipping.phone}</div>
      </div>
    ),
  },
  {
    title: "Items",
    look: "wide",
    cell: ({ items }) => (
      <div className="line-clamp-3">{items.map(({ title, qty }) => `${title} x ${qty}`).join(", ")}</div>
    ),
  },
  { title: "Total", look: "number", cell: ({ totalAmount }) => formatRupees(totalAmount) },
  { title: "Status", look: "controls", cell: (order) => <RowStatus order={order} /> },
];

function RowStatus({ order }: { order: Order }) {
  const choice = useOrderStatus(order);
  return (
    <div className="order-row-controls">
      <StatusSelect order={order} {...choice} hideLabel />
      <NextStep order={order} {...choice} className="grow" />
    </div>
  );
}

/** Orders as a dense table, to change several at once. */
export function OrderRows({ orders }: { orders: Order[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isChosen = ({ _id }: Order) => chosen.has(_id);
  const chosenOrders = orders.filter(isChosen);

  const toggle = ({ _id }: Order) => {
    const next = new Set(chosen);
    if (!next.delete(_id)) next.add(_id);
    setChosen(next);
  };
  const choice: Column<Order> = {
    title: "Choose",
    look: "check",
    cell: (order) => (
      <label className="inline-grid size-11 place-items-center">
        <input type="checkbox" checked={isChosen(order)} onChange={() => toggle(order)} className="size-5 accent-ink" />
        <span className="sr-only">Choose order {shortId(order)}</span>
      </label>
    ),
  };

  return (
    <>
      <BulkStatus
        orders={orders}
        chosen={chosenOrders}
        onChoose={(some) => setChosen(new Set(some.map(({ _id }) => _id)))}
      />
      <AdminTable
        name="Orders"
        columns={[choice, ...columns]}
        items={orders}
        keyOf={({ _id }) => _id}
        isCurrent={isChosen}
      />
    </>
  );
}
