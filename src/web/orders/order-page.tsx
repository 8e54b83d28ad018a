import type { Order } from "../../contracts/orders/order.ts";
import { isPaid, shortId } from "../../contracts/orders/order-rules.ts";
import { formatMoment } from "../lib/dates.ts";
import { requireLogin, useGuard } from "../lib/guard.ts";
import { privatePageMeta } from "../lib/page-meta.ts";
import { BackLink } from "../ui/back-link.tsx";
import type { Route } from "./+types/order-page";
import { NextSteps } from "./next-steps.tsx";
import { EarlierEvents, FoundOrder, LoadingOrder, OrderSection } from "./order-frame.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderRefunds } from "./order-refunds.tsx";
import { findOrder, isToPay, PAID_AND_PENDING } from "./order-rules.ts";
import { OrderStatusBadge, statusLabels } from "./order-status.tsx";
import { Papers } from "./papers.tsx";
import { HeldItems, PendingOrderActions } from "./pending-order.tsx";
import { Recipient } from "./recipient.tsx";

export async function clientLoader({ url, params }: Route.ClientLoaderArgs) {
  requireLogin(url);
  const order = await findOrder(params.id);
  // The call may have ended the login.
  requireLogin(url);
  return { order };
}
clientLoader.hydrate = true as const;

export function meta({ matches, params }: Route.MetaArgs) {
  const path = `/orders/${params.id}`;
  return privatePageMeta({ title: "Your Order", description: "What you ordered and how it stands.", path, matches });
}

export const HydrateFallback = LoadingOrder;

export default function OrderPage({ loaderData: { order } }: Route.ComponentProps) {
  useGuard();
  return <FoundOrder order={order}>{(found) => <OrderDetails order={found} />}</FoundOrder>;
}

function OrderDetails({ order }: { order: Order }) {
  return (
    <div className="shell pt-4 pb-20">
      <BackLink to="/profile">My Orders</BackLink>
      <header className="mt-2 mb-8 flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="text-display">Order {shortId(order._id)}</h1>
        <span className="text-lead text-ink-soft">#{order.number}</span>
        <OrderStatusBadge status={order.status} />
      </header>
      <div className="order-layout">
        <div className="grid gap-4">
          {order.status === "pending" && (
            <section aria-label="Payment" className="order-card">
              {isToPay(order) ? (
                <>
                  <p className="mb-4">This order waits for your payment.</p>
                  <HeldItems order={order} />
                  <PendingOrderActions order={order} />
                </>
              ) : (
                <p>{PAID_AND_PENDING}</p>
              )}
            </section>
          )}
          {order.status === "cancelled" && (
            <section aria-label="Payment" className="order-card">
              <p>This order was cancelled. Nothing of it will be sent.</p>
            </section>
          )}
          <OrderRefunds order={order} />
          {isPaid(order.status) && <NextSteps order={order} />}
          <Recipient order={order} />
          <Papers order={order} />
          <History order={order} />
        </div>
        <OrderLines order={order} />
      </div>
    </div>
  );
}

/** Status changes and other events for the buyer: address, shipments, refunds. */
function History({ order: { history, events = [], earlierEvents } }: { order: Order }) {
  const entries = [
    ...history.map(({ status, at }, step) => ({ at, text: step === 0 ? "Ordered" : statusLabels[status] })),
    ...events.map(({ at, text }) => ({ at, text: text.replace(/\.$/, "") })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return (
    <OrderSection id="order-history" title="History">
      <EarlierEvents count={earlierEvents} />
      <ol className="order-history mt-3">
        {entries.map(({ text, at }) => (
          <li key={`${text} ${at}`}>
            {text} on {formatMoment(at)}
          </li>
        ))}
      </ol>
    </OrderSection>
  );
}
