import type { ReactNode } from "react";

/** Whether one of these fields has a value or an error. */
export const isFilled = (names: readonly string[], record: object | undefined, errors: Record<string, unknown>) =>
  names.some((name) => errors[name] || String((record as Record<string, unknown> | undefined)?.[name] ?? "") !== "");

/** Optional fields, collapsed while they are empty and without errors. */
export function MoreFields({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="facts" open={isOpen}>
      <summary>{title}</summary>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </details>
  );
}
