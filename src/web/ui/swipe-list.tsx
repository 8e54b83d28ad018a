import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** A list of texts that small screens show as a row to swipe. */
export function SwipeList({ className, children }: { className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without links inside, the keyboard scrolls the row only if it has the focus.
    <ul tabIndex={0} className={classes("swipe-row", className)}>
      {children}
    </ul>
  );
}
