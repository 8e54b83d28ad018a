import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { LoadProblem } from "../../account/load-problem.tsx";

/** Stands where a screen's content would, and asks its loader again. */
export function LoadFailed({ children }: { children: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <LoadProblem onRetry={revalidate} isTrying={state === "loading"}>
      {children}
    </LoadProblem>
  );
}
