import { Suspense, useEffect, useState } from "react";
import { Await, useNavigate, useRevalidator, useSearchParams } from "react-router";
import type { Order } from "../../contracts/orders/order.ts";
import { isPaid, orderName, shortId } from "../../contracts/orders/order-rules.ts";
import { PhoneLink } from "../appointments/phone-link.tsx";
import { requireLogin, useGuard } from "../lib/guard.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { toast } from "../lib/toast.ts";
import { LinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { TextLink } from "../ui/link.tsx";
import type { Route } from "./+types/success-page";
import { NextSteps } from "./next-steps.tsx";
import { removeBought } from "./order-cart.ts";
import { FoundOrder, LoadingOrder } from "./order-frame.tsx";
import { OrderLines } from "./order-lines.tsx";
import { findOrder, firstTask, isToPay, PAID_AND_PENDING, successPath } from "./order-rules.ts";
import { checkPaid } from "./payment/pay-order.ts";
import { HeldItems, PendingOrderActions } from "./pending-order.tsx";
import { Recipient } from "./recipient.tsx";

/** Loads the order. A pending one is checked with the provider: the webhook may still be on its way. */
async function findLatest(id: string) {
  const order = await findOrder(id);
  return order && isToPay(order) && (await checkPaid(order)) ? findOrder(id) : order;
}

export function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireLogin(url);
  return { found: findLatest(url.searchParams.get("orderId") ?? "") };
}
clientLoader.hydrate = true as const;

export const meta = privateMeta({ title: "Your Order", description: "Your order and what is next.", path: "/success" });

export const HydrateFallback = LoadingOrder;

export default function SuccessPage({ loaderData: { found } }: Route.ComponentProps) {
  useGuard();
  return (
    <Suspense fallback={<LoadingOrder />}>
      <Await resolve={found}>
        {(found) => (
          <FoundOrder order={found}>
            {(order) => (isPaid(order.status) ? <Paid order={order} /> : <NotPaid order={order} />)}
          </FoundOrder>
        )}
      </Await>
    </Suspense>
  );
}

/** After the provider's redirect (`?back`): empties the cart and shows the toast once. */
function useProviderReturn(order: Order) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isReturn = query.has("back");
  useEffect(() => {
    if (!isReturn) return;
    removeBought(order);
    toast("✅ Payment successful!");
    void navigate(successPath(order), { replace: true });
  }, [isReturn, order, navigate]);
}

function Paid({ order }: { order: Order }) {
  useProviderReturn(order);
  return (
    <div className="shell pt-8 pb-20 md:pt-12">
      <header className="mb-8 flex flex-wrap items-center gap-x-5 gap-y-3">
        <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-sage-wash text-sage">
          <Icon name="check" size={32} />
        </span>
        <div className="min-w-0">
          <h1 className="text-display">{order.totalAmount === 0 ? "Order Confirmed" : "Payment Successful"}</h1>
          <p className="text-lead wrap-anywhere text-ink-soft">
            Order <strong className="text-ink">{shortId(order._id)}</strong>. Its number is #{order.number}. A
            confirmation goes to {order.shipping.email}.
          </p>
        </div>
      </header>
      <div className="order-layout">
        <div className="grid gap-4">
          <NextSteps order={order} />
          <Recipient order={order} />
          <NextLinks order={order} />
        </div>
        <OrderLines order={order} />
      </div>
    </div>
  );
}

/** The page has one primary button: the buyer's first task, else the link to the order. */
function NextLinks({ order }: { order: Order }) {
  const orderPath = `/orders/${order._id}`;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
      {firstTask(order) ? (
        <TextLink to={orderPath}>See your order</TextLink>
      ) : (
        <LinkButton to={orderPath} look="accent">
          See your order
        </LinkButton>
      )}
      <TextLink to="/products">Continue shopping</TextLink>
    </p>
  );
}

const POLL_DELAYS_MS = [2_000, 4_000, 8_000, 16_000];

/** Reloads the order a few times: the provider's webhook may be on its way. Returns whether it still polls. */
function usePolling(isWaiting: boolean) {
  const { revalidate } = useRevalidator();
  const [attempts, setAttempts] = useState(0);
  const delay = isWaiting ? POLL_DELAYS_MS[attempts] : undefined;
  useEffect(() => {
    if (delay === undefined) return;
    const timer = setTimeout(async () => {
      await revalidate();
      setAttempts((before) => before + 1);
    }, delay);
    return () => clearTimeout(timer);
  }, [delay, revalidate]);
  return delay !== undefined;
}

/** Pending or cancelled. */
function NotPaid({ order }: { order: Order }) {
  const isWaiting = isToPay(order);
  const isCancelled = order.status === "cancelled";
  const isPolling = usePolling(isWaiting);
  return (
    <div className="shell pt-8 pb-20 md:pt-12">
      <header className="mb-8 max-w-3xl">
        <h1 className="text-display">
          {isWaiting
            ? "We have not heard of your payment yet"
            : isCancelled
              ? "This order was cancelled"
              : "Your payment has arrived"}
        </h1>
        <p className="mt-2 text-lead text-ink-soft">Order {orderName(order._id, order.number)}</p>
      </header>
      <div className="order-layout">
        <section aria-label="Payment" className="order-card">
          {isWaiting ? (
            <>
              <p>
                If you have paid, there is nothing to do: the payment provider tells us within a few minutes, and this
                page and your profile show it. If you have not, you can pay now.
              </p>
              <p role="status" className="mt-2 text-small text-ink-soft">
                {isPolling ? "Looking for your payment…" : "No payment was found so far."}
              </p>
              <div className="mt-4 empty:hidden">
                <HeldItems order={order} />
              </div>
              <div className="mt-5 flex flex-wrap gap-3">
                <PendingOrderActions order={order} />
                <LinkButton to="/profile">My Orders</LinkButton>
              </div>
            </>
          ) : (
            <>
              {isCancelled ? (
                <p>
                  Nothing of it will be sent. If you have paid for it, please call us at <PhoneLink />.
                </p>
              ) : (
                <p>{PAID_AND_PENDING}</p>
              )}
              <LinkButton to="/profile" className="mt-5">
                My Orders
              </LinkButton>
            </>
          )}
        </section>
        <OrderLines order={order} />
      </div>
    </div>
  );
}
