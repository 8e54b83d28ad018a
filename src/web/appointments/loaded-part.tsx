import type { ReactNode } from "react";
import { LoadProblem } from "../ui/load-problem.tsx";

interface LoadedPartProps<T> {
  /** Undefined while loading. */
  data: T | undefined;
  hasFailed: boolean;
  retry: () => void;
  /** The error message. */
  problem: string;
  children: (data: T) => ReactNode;
}

/** A part of a page that is loaded when it is opened. */
export function LoadedPart<T>({ data, hasFailed, retry, problem, children }: LoadedPartProps<T>) {
  if (hasFailed)
    return (
      <LoadProblem onRetry={retry} isTrying={false}>
        {problem}
      </LoadProblem>
    );
  return data === undefined ? <p role="status">Loading…</p> : children(data);
}
