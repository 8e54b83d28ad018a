import { LinkButton } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { useFailureText } from "./failure-text.ts";
import { TryAgain } from "./try-again.tsx";

interface PageProblemProps {
  error: unknown;
  /** Shown when the loader answered 404. */
  missing?: { title: string; text: string };
  failed: string;
  back: { to: string; label: string };
}

/** An error boundary's page for a missing record or a failed load. The cause is in the server's log, never here. */
export function PageProblem({ error, missing, failed, back }: PageProblemProps) {
  const failure = useFailureText();
  const isMissing = missing !== undefined && (error as { status?: number } | undefined)?.status === 404;
  const title = isMissing ? missing.title : failed;
  return (
    <div className="shell">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState heading="h1" title={title} text={isMissing ? missing.text : failure}>
        {!isMissing && <TryAgain />}
        <LinkButton to={back.to} look={isMissing ? "accent" : "quiet"}>
          {back.label}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
