import { useRevalidator } from "react-router";
import { isPiece } from "../../../contracts/cart-rules.ts";
import type { Order } from "../../../contracts/order.ts";
import { requireOwner } from "../../account/guard.ts";
import { findOrder } from "../../checkout/find-order.ts";
import { OrderLines } from "../../checkout/order-lines.tsx";
import { OrderStatusBadge } from "../../checkout/order-status.tsx";
import { needsAddress, shortId } from "../../checkout/order-words.ts";
import { formatMoment } from "../../lib/dates.ts";
import { shopOf } from "../../lib/site.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { AdminPageHeader } from "../layout/admin-page-header.tsx";
import { LoadFailed } from "../layout/load-failed.tsx";
import type { Route } from "./+types/order-page";
import { Customer } from "./customer.tsx";
import { NextStep } from "./next-step.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderWarnings } from "./order-warnings.tsx";
import { PackingSlip } from "./packing-slip.tsx";
import { Payment } from "./payment.tsx";
import { StatusSelect } from "./status-select.tsx";
import { useOrderStatus } from "./use-order-status.ts";

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireOwner(request);
  return { order: await findOrder(params.id) };
}
clientLoader.hydrate = true as const;

export function meta({ params, matches }: Route.MetaArgs) {
  return [
    { title: `Order ${shortId({ _id: params.id })} | Admin | ${shopOf(matches).brand}` },
    { name: "robots", content: "noindex" },
  ];
}

export default function OrderPage({ loaderData: { order }, params }: Route.ComponentProps) {
  if (order === null) return <OrderNotFound />;
  return (
    <>
      <Link to="/admin/orders" className="inline-flex min-h-11 items-center gap-2 font-semibold">
        <Icon name="arrow-left" size={20} />
        All orders
      </Link>
      {order ? (
        <OrderDetails key={order._id} order={order} />
      ) : (
        <>
          <AdminPageHeader title={`Order ${shortId({ _id: params.id })}`} />
          <LoadFailed>Failed to load order</LoadFailed>
        </>
      )}
    </>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const choice = useOrderStatus(order, revalidate);
  const hasPieces = order.items.some(isPiece);
  return (
    <>
      <AdminPageHeader title={`Order ${shortId(order)}`} note={formatMoment(order.createdAt)}>
        {hasPieces && <AdminButton onClick={() => window.print()}>Print packing slip</AdminButton>}
      </AdminPageHeader>
      <OrderWarnings order={order} />
      <div className="order-layout">
        <div className="grid gap-4">
          <section aria-labelledby="order-state" className="order-card">
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <h2 id="order-state" className="text-title">
                Status
              </h2>
              <OrderStatusBadge status={choice.status} />
            </div>
            <div className="flex flex-wrap items-end gap-3">
              <StatusSelect order={order} {...choice} hideLabel />
              {/* A missing address is asked for below, with the customer. */}
              {!needsAddress(order) && <NextStep order={order} {...choice} className="grow" />}
            </div>
            <OrderHistory order={order} />
          </section>
          <Customer order={order} />
          <Payment order={order} />
        </div>
        <OrderLines order={order} />
      </div>
      {hasPieces && <PackingSlip order={order} />}
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
