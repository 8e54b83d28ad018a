import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../contracts/orders/order.ts";
import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";
import { LinkButton } from "../ui/button.tsx";
import { HeldTimes } from "./held-times.tsx";
import { OrderLines } from "./order-lines.tsx";
import { shortId } from "./order-rules.ts";
import { PendingOrderActions } from "./pending-order-actions.tsx";

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

/** The success page of an order that is pending or cancelled. */
export function NotPaid({ order }: { order: Order }) {
  const shop = useShop();
  const isWaiting = order.status === "pending";
  const isPolling = usePolling(isWaiting);
  return (
    <div className="shell pt-8 pb-20 md:pt-12">
      <header className="mb-8 max-w-3xl">
        <h1 className="text-display">
          {isWaiting ? "We have not heard of your payment yet" : "This order was cancelled"}
        </h1>
        <p className="mt-2 text-lead text-ink-soft">Order {shortId(order)}</p>
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
                <HeldTimes order={order} />
              </div>
              <div className="mt-5 flex flex-wrap gap-3">
                <PendingOrderActions order={order} />
                <LinkButton to="/profile">My Orders</LinkButton>
              </div>
            </>
          ) : (
            <>
              <p>
                Nothing of it will be sent. If you have paid for it, please call us at{" "}
                <a
                  href={contactLinks(shop).phone}
                  className="font-semibold whitespace-nowrap underline underline-offset-4"
                >
                  {shop.phone}
                </a>
                .
              </p>
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
