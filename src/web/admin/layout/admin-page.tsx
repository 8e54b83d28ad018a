import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { LoadProblem } from "../../ui/load-problem.tsx";

interface AdminPageHeaderProps {
  title: string;
  /** Shown beside the title, such as the number of entries. */
  note?: string;
  /** The page's actions. */
  children?: ReactNode;
}

export function AdminPageHeader({ title, note, children }: AdminPageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <h1 className="text-heading">{title}</h1>
      <p aria-live="polite" className="text-ink-soft">
        {note}
      </p>
      {/* Not at the right end: toasts appear there. */}
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}

/** Error message with a button that reruns the page's loader. */
export function LoadFailed({ children }: { children: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <LoadProblem onRetry={revalidate} isTrying={state === "loading"}>
      {children}
    </LoadProblem>
  );
}
