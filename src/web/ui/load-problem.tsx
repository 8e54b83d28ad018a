import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { useOnline } from "../lib/use-online.ts";
import { Button } from "./button.tsx";
import { OFFLINE } from "./failure-text.ts";

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
