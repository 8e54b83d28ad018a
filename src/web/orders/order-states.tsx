import { useRevalidator } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadProblem } from "../ui/load-problem.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";

/** A skeleton of an order. */
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

export function UnknownOrder() {
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

export function UnloadedOrder() {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="shell pt-8 pb-20 md:pt-12">
      <h1 className="mb-6 text-heading">Your order</h1>
      <LoadProblem onRetry={revalidate} isTrying={state === "loading"}>
        Your order could not be loaded.
      </LoadProblem>
    </div>
  );
}
