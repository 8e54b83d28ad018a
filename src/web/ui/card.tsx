import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

interface CardProps extends Pick<ComponentProps<"article">, "onPointerEnter"> {
  night?: boolean;
  children: ReactNode;
}

export function Card({ night, onPointerEnter, children }: CardProps) {
  return (
    <article onPointerEnter={onPointerEnter} className={classes("group card", night && "card-night on-night")}>
      {children}
    </article>
  );
}

/** On the title, with a click area over the whole card. Other links of the card need a `z-index`. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="card-link">
      {children}
    </Link>
  );
}
