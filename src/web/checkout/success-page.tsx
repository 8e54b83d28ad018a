import { Suspense, useEffect } from "react";
import { Await, useNavigate, useSearchParams } from "react-router";
import type { Order } from "../../contracts/orders/order.ts";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import { requireLogin, useGuard } from "../account/guard.ts";
import { privatePageMeta } from "../lib/page-meta.ts";
import { toast } from "../lib/toast.ts";
import { LinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import type { Route } from "./+types/success-page";
import { findOrder } from "./find-order.ts";
import { NextSteps } from "./next-steps.tsx";
import { NotPaid } from "./not-paid.tsx";
import { OrderLines } from "./order-lines.tsx";
import { firstTask, shortId, successPath } from "./order-rules.ts";
import { LoadingOrder, UnknownOrder, UnloadedOrder } from "./order-states.tsx";
import { checkPaid } from "./pay-order.ts";
import { Recipient } from "./recipient.tsx";
import { removeBought } from "./remove-bought.ts";

/** Loads the order. A pending one is checked with the provider: the webhook may still be on its way. */
async function findLatest(id: string) {
  const order = await findOrder(id);
  return order?.status === "pending" && (await checkPaid(order)) ? findOrder(id) : order;
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireLogin(request);
  return { found: findLatest(new URL(request.url).searchParams.get("orderId") ?? "") };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta({
    title: "Your Order",
    description: "Your order and what is next.",
    path: "/success",
    matches,
  });
}

export function HydrateFallback() {
  return <LoadingOrder />;
}

export default function SuccessPage({ loaderData: { found } }: Route.ComponentProps) {
  useGuard();
  return (
    <Suspense fallback={<LoadingOrder />}>
      <Await resolve={found}>
        {(order) => {
          if (order === undefined) return <UnloadedOrder />;
          if (order === null) return <UnknownOrder />;
          return isPaid(order.status) ? <Paid order={order} /> : <NotPaid order={order} />;
        }}
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
            Order <strong className="text-ink">{shortId(order)}</strong>. A confirmation goes to {order.shipping.email}.
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

const quietLink =
  "inline-flex min-h-11 items-center font-semibold text-saffron-deep underline-offset-4 hover:underline";

/** The page has one primary button: the buyer's first task, else the link to the order. */
function NextLinks({ order }: { order: Order }) {
  const orderPath = `/orders/${order._id}`;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
      {firstTask(order) ? (
        <Link to={orderPath} className={quietLink}>
          See your order
        </Link>
      ) : (
        <LinkButton to={orderPath} look="accent">
          See your order
        </LinkButton>
      )}
      <Link to="/products" className={quietLink}>
        Continue shopping
      </Link>
    </p>
  );
}
