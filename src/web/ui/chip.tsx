import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

const shape =
  "inline-flex min-h-11 items-center rounded-full border px-4 py-1.5 text-base leading-tight font-medium transition-colors";
const chosen = "border-night bg-night text-ivory";
const open = "border-edge bg-paper text-ink hover:border-ink hover:bg-sand";

interface ChipProps {
  current: boolean;
  children: ReactNode;
}

/** A choice that is a view of its own, so it is a link. */
export function ChipLink({ to, current, children }: ChipProps & { to: string }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      preventScrollReset
      aria-current={current ? "true" : undefined}
      className={classes(shape, current ? chosen : open)}
    >
      {children}
    </Link>
  );
}

/** A choice inside a form that takes effect later. */
export function ChipButton({ current, onChoose, children }: ChipProps & { onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={current} onClick={onChoose} className={classes(shape, current ? chosen : open)}>
      {children}
    </button>
  );
}
