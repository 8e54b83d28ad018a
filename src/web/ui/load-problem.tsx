import type { ReactNode } from "react";
import { useOnline } from "../lib/use-online.ts";
import { Button } from "./button.tsx";
import { OFFLINE } from "./failure-text.ts";

interface LoadProblemProps {
  /** The error message. */
  children: ReactNode;
  onRetry: () => void;
  isTrying: boolean;
}

export function LoadProblem({ children, onRetry, isTrying }: LoadProblemProps) {
  const isOnline = useOnline();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-sand px-5 py-4">
      <p role="alert">
        {children}
        {!isOnline && ` ${OFFLINE}`}
      </p>
      <Button onClick={onRetry} disabled={isTrying} className="min-h-11 px-4 py-1">
        {isTrying ? "Loading…" : "Try again"}
      </Button>
    </div>
  );
}
