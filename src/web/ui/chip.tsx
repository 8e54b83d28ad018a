import type { ReactNode } from "react";
import { Link } from "./link.tsx";

interface ChipProps {
  current: boolean;
  children: ReactNode;
}

export function ChipLink({ to, current, children }: ChipProps & { to: string }) {
  return (
    <Link to={to} keepScroll aria-current={current ? "true" : undefined} className="chip">
      {children}
    </Link>
  );
}

/** A filter inside a form that is applied later. */
export function ChipButton({ current, onSelect, children }: ChipProps & { onSelect: () => void }) {
  return (
    <button type="button" aria-pressed={current} onClick={onSelect} className="chip">
      {children}
    </button>
  );
}
