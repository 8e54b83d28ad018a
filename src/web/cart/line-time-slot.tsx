import { lazy, Suspense } from "react";
import { timeOf } from "./chosen-time.ts";
import type { LineTimeProps } from "./line-time.tsx";

const LineTime = lazy(() => import("./line-time.tsx"));

/** The time of a line. Its code is loaded only for appointments with a time, or whose time can be chosen. */
export function LineTimeSlot(props: LineTimeProps) {
  const { line, lineCheck } = props;
  if (lineCheck?.problem || !(lineCheck?.appointment || timeOf(line))) return null;
  return (
    <Suspense>
      <LineTime {...props} />
    </Suspense>
  );
}
