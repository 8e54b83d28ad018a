import { isRouteErrorResponse } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useFailureText } from "../ui/failure-text.ts";
import { TryAgain } from "../ui/try-again.tsx";

/** The error boundary of all pages. The cause is in the server's log, never here. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const failure = useFailureText();
  return (
    <div className="shell">
      <title>{missing ? "Page not found" : "Something went wrong"}</title>
      <EmptyState
        heading="h1"
        title={missing ? "This page is not here" : "Something went wrong"}
        text={missing ? "It may have moved, or the address may have a slip in it." : failure}
      >
        {!missing && <TryAgain />}
        <LinkButton to="/" look={missing ? "accent" : "quiet"}>
          Back to home
        </LinkButton>
        <LinkButton to="/products">Shop Products</LinkButton>
      </EmptyState>
    </div>
  );
}
