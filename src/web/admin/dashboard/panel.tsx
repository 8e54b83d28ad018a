import { type ReactNode, useId } from "react";
import { classes } from "../../ui/classes.ts";

interface PanelProps {
  title: string;
  /** Something is wrong, and it costs money. */
  isAlarm?: boolean;
  className?: string;
  children: ReactNode;
}

/** One subject of the dashboard. */
export function Panel({ title, isAlarm, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
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
