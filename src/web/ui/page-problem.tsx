import { useLocation } from "react-router";
import { LinkButton } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface PageProblemProps {
  error: unknown;
  /** Shown when the loader answered 404. */
  missing?: { title: string; text: string };
  /** The title after any other failure. */
  failed: string;
  back: { to: string; label: string };
}

/** An error boundary's page for a missing record or a failed load. The cause is in the server's log, never here. */
export function PageProblem({ error, missing, failed, back }: PageProblemProps) {
  const { pathname, search } = useLocation();
  const isMissing = missing !== undefined && (error as { status?: number } | undefined)?.status === 404;
  const title = isMissing ? missing.title : failed;
  return (
    <div className="shell">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        title={title}
        text={
          isMissing ? missing.text : "The fault is on our side, and we have been told. Please try again in a moment."
        }
      >
        {!isMissing && (
          <LinkButton to={pathname + search} look="accent" reloadDocument>
            Try again
          </LinkButton>
        )}
        <LinkButton to={back.to} look={isMissing ? "accent" : "quiet"}>
          {back.label}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
