import type { ReactNode } from "react";
import type { useLoad } from "../lib/use-load.ts";
import { LoadProblem } from "../ui/load-problem.tsx";

interface LoadedPartProps<T> extends Omit<ReturnType<typeof useLoad<T>>, "setData"> {
  /** The error message. */
  problem: string;
  /** Shown while loading. */
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page with its own data, loaded by `useLoad`. */
export function LoadedPart<T>({ data, hasFailed, retry, problem, loading, children }: LoadedPartProps<T>) {
  if (hasFailed)
    return (
      <LoadProblem onRetry={retry} isTrying={false}>
        {problem}
      </LoadProblem>
    );
  return data === undefined ? (loading ?? <p role="status">Loading…</p>) : children(data);
}
