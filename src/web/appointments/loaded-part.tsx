import type { ReactNode } from "react";
import { LoadProblem } from "../ui/load-problem.tsx";

interface LoadedPartProps<T> {
  /** Undefined while loading. */
  found: T | undefined;
  hasFailed: boolean;
  retry: () => void;
  /** The error message. */
  problem: string;
  children: (found: T) => ReactNode;
}

/** A part of a page that is loaded when it is opened. */
export function LoadedPart<T>({ found, hasFailed, retry, problem, children }: LoadedPartProps<T>) {
  if (hasFailed)
    return (
      <LoadProblem onRetry={retry} isTrying={false}>
        {problem}
      </LoadProblem>
    );
  return found === undefined ? <p role="status">Loading…</p> : children(found);
}
