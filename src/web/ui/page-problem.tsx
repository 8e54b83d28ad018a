import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { useOnline } from "../lib/use-online.ts";
import { Button, LinkButton } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { OFFLINE, TryAgain, useFailureText } from "./try-again.tsx";

interface ProblemTexts {
  /** Shown when the loader answered 404. */
  missing?: { title: string; text: string };
  failed: string;
  back: { to: string; label: string };
}

/** A page's `ErrorBoundary`, for a missing record or a failed load. The cause is in the server's log, never here. */
export const problemPage = ({ missing, failed, back }: ProblemTexts) =>
  function PageProblem({ error }: { error: unknown }) {
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
  };

interface LoadProblemProps {
  children: ReactNode;
  /** Loads the page's data again by default. */
  onRetry?: () => void;
}

export function LoadProblem({ children, onRetry }: LoadProblemProps) {
  const isOnline = useOnline();
  const { revalidate, state } = useRevalidator();
  const isTrying = !onRetry && state === "loading";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-sand px-5 py-4">
      <p role="alert">
        {children}
        {!isOnline && ` ${OFFLINE}`}
      </p>
      <Button onClick={onRetry ?? revalidate} disabled={isTrying} className="min-h-11 px-4 py-1">
        {isTrying ? "Loading…" : "Try again"}
      </Button>
    </div>
  );
}
