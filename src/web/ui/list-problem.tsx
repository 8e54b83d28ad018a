import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { useFailureText } from "./failure-text.ts";
import { TryAgain } from "./try-again.tsx";

/** In place of a list that could not be loaded; the page around it stays. */
export function ListProblem({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState title={title} text={useFailureText()}>
        <TryAgain />
        {children}
      </EmptyState>
    </div>
  );
}
