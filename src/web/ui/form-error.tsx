import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** The message beside a button that failed. Empty until then, so that screen readers announce the change. */
export const FormError = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p role="alert" className={classes("font-medium text-rose empty:hidden", className)}>
    {children}
  </p>
);
