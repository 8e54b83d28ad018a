import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

const shape =
  "inline-flex min-h-11 items-center rounded-full border px-4 py-1.5 text-base leading-tight font-medium transition-colors";
const selected = "border-night bg-night text-ivory";
const unselected = "border-edge bg-paper text-ink hover:border-ink hover:bg-sand";

interface ChipProps {
  current: boolean;
  children: ReactNode;
}

/** A filter with an address of its own. */
export function ChipLink({ to, current, children }: ChipProps & { to: string }) {
  return (
    <Link
      to={to}
      keepScroll
      aria-current={current ? "true" : undefined}
      className={classes(shape, current ? selected : unselected)}
    >
      {children}
    </Link>
  );
}

/** A filter inside a form that is applied later. */
export function ChipButton({ current, onSelect, children }: ChipProps & { onSelect: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={onSelect}
      className={classes(shape, current ? selected : unselected)}
    >
      {children}
    </button>
  );
}
