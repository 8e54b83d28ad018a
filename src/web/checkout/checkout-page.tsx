import { useRevalidator } from "react-router";
import { requireLogin, useGuard } from "../account/guard.ts";
import { checkCart } from "../cart/check-cart.ts";
import { useCheckedCart } from "../cart/use-checked-cart.ts";
import { browserApi } from "../lib/browser-api.ts";
import { keyOf } from "../lib/cart.ts";
import { privatePageMeta } from "../lib/page-meta.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import type { Route } from "./+types/checkout-page";
import { CheckoutForm } from "./checkout-form.tsx";
import { CheckoutSummary } from "./checkout-summary.tsx";
import { draftFor } from "./draft.ts";
import { RecentOrders, recentOrders } from "./recent-orders.tsx";
import { TestMode } from "./test-mode.tsx";
import { useCheckout } from "./use-checkout.ts";

/** The profile and the orders are optional: the form works without them. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireLogin(request);
  const [check, profile, orders] = await Promise.all([
    checkCart(),
    browserApi.call("GET /api/users/profile", {}).catch(() => undefined),
    browserApi.call("GET /api/orders/my", {}).catch(() => []),
  ]);
  // The calls may have ended the session.
  const { id } = requireLogin(request);
  return { id, check, draft: draftFor(profile), recent: recentOrders(orders) };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta({
    title: "Checkout",
    description: "Your details and your payment.",
    path: "/checkout",
    matches,
  });
}

export default function CheckoutPage({ loaderData: { id, check, draft, recent } }: Route.ComponentProps) {
  useGuard();
  const { revalidate } = useRevalidator();
  const { cart = [], findings, failed } = useCheckedCart(check);
  const payable = cart.filter((line) => !findings[keyOf(line)]?.problem);
  const form = useCheckout(payable, revalidate);

  // The cart may be cleared while the payment is still being processed.
  if (cart.length === 0 && !form.isSending) return <NothingToPay />;
  return (
    <Frame>
      <TestMode />
      {!form.isSending && <RecentOrders orders={recent} cart={payable} />}
      <div className="checkout-layout">
        <CheckoutSummary cart={cart} findings={findings} failed={failed} onRetry={revalidate} />
        <CheckoutForm key={id} draft={draft} cart={payable} form={form} />
      </div>
    </Frame>
  );
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="shell pt-5 pb-20 md:pt-10">
    <h1 className="mb-4 text-display md:mb-6">Checkout</h1>
    {children}
  </div>
);

function NothingToPay() {
  return (
    <div className="shell">
      <EmptyState
        heading="h1"
        title="Your cart is empty!"
        text="There is nothing to pay for. Choose something first, and come back."
      >
        <LinkButton to="/products" look="accent">
          Shop Products
        </LinkButton>
        <LinkButton to="/courses">Browse Courses</LinkButton>
      </EmptyState>
    </div>
  );
}

/** A skeleton of the form and the summary. */
export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <div className="needs-script checkout-layout" aria-busy="true">
        <div className="bone h-14 lg:h-96" />
        <div className="bone h-120" />
      </div>
    </Frame>
  );
}
