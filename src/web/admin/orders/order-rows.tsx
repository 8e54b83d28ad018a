import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { BulkStatusResult, Order } from "../../../contracts/orders/order.ts";
import { type OrderStatus, orderStatuses, shortId } from "../../../contracts/orders/order-rules.ts";
import { bulkText, factsOf } from "../../../contracts/orders/status-change-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { Options } from "../../ui/choice-fields.tsx";
import { Link } from "../../ui/link.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { countOf, recordPath } from "../layout/labels.ts";
import { NextStep, OrderProblems, StatusSelect } from "./order-status.tsx";
import { useOrderStatus } from "./use-order-status.ts";

const columns: Column<Order>[] = [
  {
    title: "Order",
    look: "lead",
    cell: (order) => (
      <>
        <Link
          to={recordPath("order", order._id)}
          className="inline-grid min-h-11 content-center underline-offset-4 @min-[34rem]:min-w-18 @min-[58rem]:whitespace-nowrap [&:hover_strong]:underline"
        >
          <span>
            <strong className="font-semibold">{shortId(order._id)}</strong>{" "}
            <span className="text-small text-ink-soft">#{order.number}</span>
          </span>
          <span className="text-small text-ink-soft">{formatMoment(order.createdAt)}</span>
        </Link>
        <OrderProblems order={order} />
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
    <div className="flex flex-wrap items-end gap-2 @min-[34rem]:min-w-36 @min-[44rem]:min-w-43 @min-[58rem]:w-90 @min-[58rem]:flex-nowrap @min-[58rem]:[&>div]:max-w-38">
      <StatusSelect choice={choice} hideLabel />
      <NextStep choice={choice} className="grow" />
    </div>
  );
}

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
        <span className="sr-only">Choose order {shortId(order._id)}</span>
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

interface BulkStatusProps {
  orders: readonly Order[];
  chosen: readonly Order[];
  onChoose: (orders: readonly Order[]) => void;
}

const countOrders = (count: number) => countOf(count, "order", "orders");

/** Sets one status on the chosen orders, after a confirmation that says what it does to money, pieces and buyers. */
function BulkStatus({ orders, chosen, onChoose }: BulkStatusProps) {
  const { revalidate } = useRevalidator();
  const { isRegistered } = useShop();
  const [status, setStatus] = useState<OrderStatus>("shipped");
  const [isAsking, setAsking] = useState(false);
  const [failed, setFailed] = useState<BulkStatusResult["failed"]>([]);
  const close = () => setAsking(false);
  const isAll = chosen.length === orders.length;
  const facts = bulkText(
    status,
    chosen.map((order) => factsOf(order, Date.now(), isRegistered)),
  );

  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) setAsking(true);
  };

  async function save() {
    const ids = chosen.map(({ _id }) => _id);
    const from = chosen.map((order) => order.status);
    const result = await browserApi.call("PUT /api/orders/status", { body: { ids, status, from } });
    close();
    setFailed(result.failed);
    // Orders that could not be changed stay chosen.
    onChoose(chosen.filter(({ _id }) => result.failed.some((one) => one._id === _id)));
    if (result.changed.length > 0) toast(`Order status updated: ${countOrders(result.changed.length)} ${status}`);
    if (result.failed.length > 0) toast("Failed to update status", { tone: "bad" });
    await revalidate();
  }

  return (
    <>
      <form onSubmit={ask} aria-label="Change several orders" className="mb-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <label className="flex min-h-11 items-center gap-3 font-semibold">
            <input
              type="checkbox"
              checked={isAll}
              onChange={() => onChoose(isAll ? [] : orders)}
              className="ml-3 size-5 accent-ink"
            />
            Choose all
          </label>
          <p aria-live="polite" className="text-ink-soft">
            {chosen.length} chosen
          </p>
          <div className="flex grow flex-wrap items-center gap-2 sm:justify-end">
            <label className="flex items-center gap-2">
              <span className="text-small font-semibold">Set to</span>
              <select
                value={status}
                onChange={(event) => setStatus(event.currentTarget.value as OrderStatus)}
                className="small-control"
              >
                <Options of={orderStatuses} />
              </select>
            </label>
            <SmallButton type="submit" disabled={chosen.length === 0}>
              Set status
            </SmallButton>
          </div>
        </div>
        <Failures failed={failed} />
      </form>
      <AskDialog
        open={isAsking}
        onClose={close}
        title={`Change ${countOrders(chosen.length)}`}
        keep="Keep"
        action={["Set status", "Saving…"]}
        send={save}
        failed="Failed to update status"
      >
        <div className="grid gap-2">
          <p>
            Set {countOrders(chosen.length)} to {status}?
          </p>
          {facts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </AskDialog>
    </>
  );
}

function Failures({ failed }: Pick<BulkStatusResult, "failed">) {
  return (
    <div role="alert">
      {failed.length > 0 && (
        <div className="mt-2 rounded-card border border-rose bg-rose-wash px-4 py-3 text-rose">
          <p className="font-semibold">{countOrders(failed.length)} could not be changed:</p>
          <ul>
            {failed.map(({ _id, message }) => (
              <li key={_id}>
                Order {shortId(_id)}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
