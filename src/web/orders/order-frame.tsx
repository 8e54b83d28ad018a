import type { ReactNode } from "react";
import type { Order } from "../../contracts/orders/order.ts";
import { useLogin } from "../lib/login.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";
import type { findOrder } from "./order-rules.ts";

export function LoadingOrder() {
  return (
    <div className="shell pt-8 pb-20 md:pt-12">
      <NeedsScript />
      <div className="needs-script" aria-busy="true">
        <p role="status" className="mb-6 text-lead">
          Loading your order...
        </p>
        <div className="order-layout">
          <div className="bone h-72" />
          <div className="bone h-96" />
        </div>
      </div>
    </div>
  );
}

interface FoundOrderProps {
  order: Awaited<ReturnType<typeof findOrder>>;
  children: (order: Order) => ReactNode;
}

export function FoundOrder({ order, children }: FoundOrderProps) {
  const login = useLogin();
  if (order) return children(order);
  // The call has ended the login: the guard opens the login screen.
  if (login === null) return <LoadingOrder />;
  if (order === undefined)
    return (
      <div className="shell pt-8 pb-20 md:pt-12">
        <h1 className="mb-6 text-heading">Your order</h1>
        <LoadProblem>Your order could not be loaded.</LoadProblem>
      </div>
    );
  return (
    <div className="shell">
      <EmptyState
        heading="h1"
        title="Order not found"
        text="There is no such order in your account. Your orders are listed in your profile."
      >
        <LinkButton to="/profile" look="accent">
          My Orders
        </LinkButton>
        <LinkButton to="/products">Shop Products</LinkButton>
      </EmptyState>
    </div>
  );
}

export function OrderSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="order-card">
      <h2 id={id} className="mb-2 text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Says that the history begins later than the order. */
export const EarlierEvents = ({ count = 0 }: { count: number | undefined }) =>
  count > 0 && (
    <p className="my-3 text-small text-ink-soft">{`${count} earlier ${count === 1 ? "change is" : "changes are"} not shown.`}</p>
  );
