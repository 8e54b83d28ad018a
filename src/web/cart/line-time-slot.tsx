import { lazy, Suspense } from "react";
import { timeOf } from "./chosen-time.ts";
import type { LineTimeProps } from "./line-time.tsx";

const LineTime = lazy(() => import("./line-time.tsx"));

/** The time of a line. Its code is loaded only for sessions with a time, or whose time can be chosen. */
export function LineTimeSlot(props: LineTimeProps) {
  const { line, lineCheck } = props;
  const isShown = !lineCheck?.problem && (lineCheck?.session || timeOf(line));
  if (!isShown) return null;
  return (
    <Suspense>
      <LineTime {...props} />
    </Suspense>
  );
}
