import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { type CartCheck, checkCart, useCheckedCart } from "../cart/check-cart.ts";
import { busyInCart, busyInOrders } from "../cart/chosen-time.ts";
import type { PriceSource } from "../cart/price-choices.ts";
import { useTotals } from "../cart/use-totals.ts";
import { browserApi } from "../lib/browser-api.ts";
import { type CartLine, keyOf } from "../lib/cart.ts";
import { requireLogin, useGuard } from "../lib/guard.ts";
import { readLogin } from "../lib/login.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { useSettings } from "../lib/site.ts";
import { BackLink } from "../ui/back-link.tsx";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import type { Route } from "./+types/checkout-page";
import { CheckoutForm } from "./checkout-form.tsx";
import { CheckoutSummary, type CheckoutSummaryProps } from "./checkout-summary.tsx";
import { CouponBox } from "./coupon-box.tsx";
import type { GivenValues } from "./draft.ts";
import { RecentOrders, recentOrders } from "./recent-orders.tsx";
import { useCheckout } from "./use-checkout.ts";

/** The profile, the orders and the addresses are optional: the form works without them. Undefined without a login. */
export async function loadBuyer() {
  const [profile, orders, addresses] = await Promise.all([
    browserApi.call("GET /api/users/profile", {}).catch(() => undefined),
    browserApi.call("GET /api/orders/my", {}).catch(() => []),
    browserApi.call("GET /api/users/addresses", {}).catch(() => []),
  ]);
  // The calls may have ended the login.
  const id = readLogin()?.id;
  return id ? { id, profile, addresses, recent: recentOrders(orders), booked: busyInOrders(orders) } : undefined;
}
export type Buyer = Awaited<ReturnType<typeof loadBuyer>>;

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireLogin(url);
  const [check, buyer] = await Promise.all([checkCart(), loadBuyer()]);
  requireLogin(url);
  return { check, buyer };
}
clientLoader.hydrate = true as const;

export const meta = privateMeta({
  title: "Checkout",
  description: "Your details and your payment.",
  path: "/checkout",
});

export default function CheckoutPage({ loaderData: { check, buyer } }: Route.ComponentProps) {
  useGuard();
  const { revalidate } = useRevalidator();
  const { cart = [], lineChecks, failed } = useCheckedCart(check);
  return <Checkout {...{ cart, lineChecks, failed, buyer }} onCheck={() => void revalidate()} />;
}

interface CheckoutProps extends CartCheck {
  cart: readonly CartLine[];
  /** Checks the lines again. */
  onCheck: () => void;
  buyer: Buyer;
  /** In place of the form until there is a buyer. */
  children?: ReactNode;
  /** Of an agent's checkout: what replaces the stored cart. */
  agent?: Pick<CheckoutSummaryProps, "onEdit"> & { token: string; prices: PriceSource; given: GivenValues };
}

export function Checkout({ cart, lineChecks, failed, onCheck, buyer, children, agent }: CheckoutProps) {
  const checks = lineChecks ?? {};
  const payable = cart.filter((line) => !checks[keyOf(line)]?.problem);
  const totals = useTotals(payable, agent?.prices);
  const refresh = () => {
    onCheck();
    totals.retry();
  };
  const lacksSize = cart.some((line) => checks[keyOf(line)]?.problem === "variant_required");
  const form = useCheckout(payable, totals, { refresh, lacksSize, agentCheckout: agent?.token });

  // The cart may be cleared while the payment is still being processed.
  if (cart.length === 0 && !form.isSending) return <NothingToPay />;
  return (
    <Frame isAgents={agent !== undefined}>
      <TestMode />
      {buyer && !form.isSending && <RecentOrders orders={buyer.recent} cart={payable} />}
      <div className="checkout-layout">
        <CheckoutSummary
          {...{ cart, failed }}
          lineChecks={checks}
          busy={[...(buyer?.booked ?? []), ...busyInCart(cart, checks)]}
          onRetry={onCheck}
          state={totals}
          onEdit={agent?.onEdit}
        >
          <CouponBox cart={payable} state={totals} refusal={form.errors.coupon} />
        </CheckoutSummary>
        {buyer ? (
          <CheckoutForm key={buyer.id} {...buyer} cart={payable} totals={totals} form={form} given={agent?.given} />
        ) : (
          children
        )}
      </div>
    </Frame>
  );
}

const Frame = ({ isAgents, children }: { isAgents?: boolean; children: ReactNode }) => (
  <div className="checkout-page shell pt-3 pb-20 md:pt-6">
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 md:mb-5">
      <h1 className="text-heading">{isAgents ? "Finish your order" : "Checkout"}</h1>
      {!isAgents && (
        <BackLink to="/cart" className="underline-offset-4 hover:underline">
          Back to cart
        </BackLink>
      )}
    </div>
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

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <div className="needs-script checkout-layout" aria-busy="true">
        <div className="bone h-14 lg:order-1 lg:h-96" />
        <div className="bone h-120" />
      </div>
    </Frame>
  );
}

/** The sandbox's notice: without the provider's keys, payments are simulated. */
function TestMode() {
  if (useSettings().payments !== "sandbox") return null;
  return (
    <p className="mb-4 flex items-center gap-2.5 rounded-card bg-gold-bright px-4 py-2.5 text-small font-semibold md:mb-6">
      <Icon name="info" size={20} className="shrink-0" />
      Test mode: no money moves
    </p>
  );
}
