import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { LoadProblem } from "../../ui/load-problem.tsx";

/** Error message with a button that reruns the page's loader. */
export function LoadFailed({ children }: { children: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <LoadProblem onRetry={revalidate} isTrying={state === "loading"}>
      {children}
    </LoadProblem>
  );
}
