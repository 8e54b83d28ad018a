import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

interface CardProps extends Pick<ComponentProps<"article">, "onPointerEnter"> {
  night?: boolean;
  children: ReactNode;
}

/** An item of a grid. `night` is the dark variant that stands out. */
export function Card({ night, onPointerEnter, children }: CardProps) {
  return (
    <article
      onPointerEnter={onPointerEnter}
      className={classes(
        "group relative flex w-full flex-col overflow-hidden rounded-card border transition-shadow hover:shadow-soft",
        night ? "on-night border-gold bg-night text-ivory" : "border-line bg-paper",
      )}
    >
      {children}
    </article>
  );
}

/** On the title, with a click area over the whole card. Other links of the card need a `z-index`. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="line-clamp-3 after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink in-[.on-night]:focus-visible:after:outline-gold-bright"
    >
      {children}
    </Link>
  );
}
