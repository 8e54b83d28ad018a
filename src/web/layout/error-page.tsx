import { isRouteErrorResponse } from "react-router";
import { useOnline } from "../lib/use-online.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useFailureText } from "../ui/failure-text.ts";
import { TryAgain } from "../ui/try-again.tsx";

/** The error boundary of all pages. The cause is in the server's log, never here. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const failed = useOnline() ? "Something went wrong" : "This page could not be opened";
  const failure = useFailureText();
  return (
    <div className="shell">
      <title>{missing ? "Page not found" : failed}</title>
      <EmptyState
        heading="h1"
        title={missing ? "This page is not here" : failed}
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
