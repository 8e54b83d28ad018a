import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const grounds = {
  ivory: "",
  paper: "border-y border-line bg-paper",
  sand: "bg-sand",
  night: "on-night bg-night text-ivory",
};

interface SectionProps {
  id: string;
  title: string;
  lead?: ReactNode;
  ground?: keyof typeof grounds;
  /** beside: the heading is to the left of the content on wide screens. */
  look?: "above" | "beside";
  className?: string;
  children: ReactNode;
}

export function Section({ id, title, lead, ground = "ivory", look = "above", className, children }: SectionProps) {
  const isBeside = look === "beside";
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes(grounds[ground], className)}>
      <div
        className={classes(
          "shell py-9 md:py-24",
          isBeside && "lg:grid lg:grid-cols-[1fr_2fr] lg:items-start lg:gap-16",
        )}
      >
        <header className={classes("mb-5 md:mb-12", isBeside && "lg:mb-0")}>
          <h2 id={`${id}-title`} className="text-display">
            {title}
          </h2>
          {lead && (
            <p
              className={classes(
                "mt-2 max-w-[52ch] text-lead text-balance",
                ground === "night" ? "text-moon" : "text-ink-soft",
              )}
            >
              {lead}
            </p>
          )}
        </header>
        {children}
      </div>
    </section>
  );
}
