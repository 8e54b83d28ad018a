import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface DetailSectionProps {
  id: string;
  title: string;
  ground?: "paper";
  children: ReactNode;
}

/** A part of a product's or course's page: on wide screens the heading is to the left of the content. */
export const DetailSection = ({ id, title, ground, children }: DetailSectionProps) => (
  <section aria-labelledby={id} className={classes("detail-section", ground && "bg-paper")}>
    <div className="shell">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {children}
    </div>
  </section>
);
