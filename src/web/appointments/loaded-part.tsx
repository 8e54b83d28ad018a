import type { ReactNode } from "react";
import type { useLoad } from "../lib/use-load.ts";
import { LoadProblem } from "../ui/page-problem.tsx";

interface LoadedPartProps<T> extends Omit<ReturnType<typeof useLoad<T>>, "setData"> {
  problem: string;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page with its own data, loaded by `useLoad`. */
export function LoadedPart<T>({ data, hasFailed, retry, problem, loading, children }: LoadedPartProps<T>) {
  if (hasFailed) return <LoadProblem onRetry={retry}>{problem}</LoadProblem>;
  return data === undefined ? (loading ?? <p role="status">Loading…</p>) : children(data);
}
