import { isRouteErrorResponse } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** The error boundary of all pages. The cause is in the server's log, never here. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="shell">
      <title>{missing ? "Page not found" : "Something went wrong"}</title>
      <EmptyState
        heading="h1"
        title={missing ? "This page is not here" : "Something went wrong"}
        text={
          missing
            ? "It may have moved, or the address may have a slip in it."
            : "The fault is on our side, and we have been told. Please try again in a moment."
        }
      >
        <LinkButton to="/" look="accent" reloadDocument={!missing}>
          Back to home
        </LinkButton>
        <LinkButton to="/products" reloadDocument={!missing}>
          Shop Products
        </LinkButton>
      </EmptyState>
    </div>
  );
}
