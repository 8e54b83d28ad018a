import { useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { isPiece } from "../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { shopOf } from "../../lib/site.ts";
import { OrderLines } from "../../orders/order-lines.tsx";
import { findOrder, needsAddress } from "../../orders/order-rules.ts";
import { OrderStatusBadge } from "../../orders/order-status.tsx";
import { Papers } from "../../orders/papers.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { LinkButton, SmallButton } from "../../ui/button.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import type { Route } from "./+types/order-page";
import { MoneyReceived } from "./money-received.tsx";
import { Sessions } from "./order-appointments.tsx";
import { Customer, InternalNote, OrderHistory, Payment } from "./order-parts.tsx";
import { NextStep, StatusSelect } from "./order-status.tsx";
import { OrderWarnings } from "./refunds/order-warnings.tsx";
import { Refunds } from "./refunds/refunds.tsx";
import { type PrintChoice, Printout } from "./shipments/printout.tsx";
import type { Couriers } from "./shipments/shipment-form.tsx";
import { Shipments } from "./shipments/shipments.tsx";
import { useOrderStatus } from "./use-order-status.ts";

/** Also an archived one, which only the owner can open. */
async function findAnyOrder(id: string) {
  const order = await findOrder(id);
  return order === null ? findOrder(id, { archived: "true" }) : order;
}

/** If they cannot be loaded, the owner types the courier's name. */
const findCouriers = () =>
  browserApi.call("GET /api/settings", {}).then(
    (groups) => groups.find(({ group }) => group === "delivery")!.values.couriers as Couriers,
    (): Couriers => [],
  );

export async function clientLoader({ url, params }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const [order, couriers] = await Promise.all([findAnyOrder(params.id), findCouriers()]);
  return { order, couriers };
}
clientLoader.hydrate = true as const;

export function meta({ params, matches }: Route.MetaArgs) {
  return [
    { title: `Order ${shortId(params.id)} | Admin | ${shopOf(matches).brand}` },
    { name: "robots", content: "noindex" },
  ];
}

export default function OrderPage({ loaderData: { order, couriers }, params }: Route.ComponentProps) {
  if (order === null) return <OrderNotFound />;
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      {order ? (
        <OrderDetails key={order._id} order={order} couriers={couriers} />
      ) : (
        <>
          <AdminPageHeader title={`Order ${shortId(params.id)}`} />
          <LoadFailed>Failed to load order</LoadFailed>
        </>
      )}
    </>
  );
}

/** Sorted by the owner's workflow, on phones in one column: tasks and items first, then the customer. */
function OrderDetails({ order, couriers }: { order: Order; couriers: Couriers }) {
  const { revalidate } = useRevalidator();
  const choice = useOrderStatus(order, revalidate);
  const hasPieces = order.items.some(isPiece);
  const [printed, setPrinted] = useState<PrintChoice>({ sheet: "slip" });
  const print = (wanted: PrintChoice) => {
    // `window.print` prints the current DOM, so render the printout first.
    flushSync(() => setPrinted(wanted));
    window.print();
  };
  return (
    <>
      <AdminPageHeader
        title={`Order ${shortId(order._id)}`}
        note={`#${order.number}, ${formatMoment(order.createdAt)}`}
      >
        {hasPieces && (
          <>
            <SmallButton onClick={() => print({ sheet: "slip" })}>Print packing slip</SmallButton>
            <SmallButton onClick={() => print({ sheet: "label" })}>Print address label</SmallButton>
          </>
        )}
      </AdminPageHeader>
      <div className="order-layout">
        <div className="grid gap-4">
          <section aria-labelledby="order-state" className="order-card">
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <h2 id="order-state" className="text-title">
                Status
              </h2>
              <OrderStatusBadge status={choice.status} />
            </div>
            {order.archivedAt ? (
              <p>
                Archived {formatMoment(order.archivedAt)}. The record and its documents are kept, and only its money can
                still be refunded or marked as dealt with.
              </p>
            ) : (
              <div className="flex flex-wrap items-end gap-3">
                <StatusSelect choice={choice} hideLabel />
                {/* A missing address is added below, in the customer's card. */}
                {!needsAddress(order) && <NextStep choice={choice} className="grow" />}
              </div>
            )}
          </section>
          <OrderWarnings order={order} />
          <Shipments order={order} couriers={couriers} print={print} />
          <Sessions order={order} />
          <OrderLines order={order} />
        </div>
        <div className="grid gap-4">
          <Customer order={order} />
          <Payment order={order} />
          <MoneyReceived order={order} choice={choice} />
          <Refunds order={order} choice={choice} />
          <Papers order={order} />
          <InternalNote order={order} />
          <OrderHistory order={order} />
        </div>
      </div>
      {hasPieces && <Printout order={order} choice={printed} />}
    </>
  );
}

function OrderNotFound() {
  return (
    <>
      <AdminPageHeader title="Order not found" />
      <p className="mb-6 text-lead">There is no order under this address. It may have been deleted.</p>
      <LinkButton to="/admin/orders">All orders</LinkButton>
    </>
  );
}
