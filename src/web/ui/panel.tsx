import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

interface PanelProps {
  title: string;
  anchor?: string;
  isAlarm?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, anchor, isAlarm, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className={classes(
        "min-w-0 rounded-card border p-5",
        isAlarm ? "border-rose bg-rose-wash" : "border-line bg-paper",
        className,
      )}
    >
      <h2 id={id} className={classes("mb-3 text-title", isAlarm && "text-rose")}>
        {title}
      </h2>
      {children}
    </section>
  );
}
