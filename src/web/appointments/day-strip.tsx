import { type ReactNode, type Ref, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toast } from "../lib/toast.ts";
import type { groupByDay } from "./times.tsx";

/** One week is shown; a button shows the other days. */
const FIRST_DAYS = 7;

interface DayStripProps {
  ref: Ref<HTMLUListElement>;
  days: ReturnType<typeof groupByDay>;
  chosen: string | undefined;
  onChoose: (day: string) => void;
  children?: ReactNode;
}

export const DAY_TILE =
  "flex size-full min-h-15 flex-col items-center justify-center rounded-control border border-edge bg-paper px-1 py-2 text-center leading-tight transition-colors hover:border-ink hover:bg-sand aria-pressed:border-night aria-pressed:bg-night aria-pressed:text-ivory";

/** Buttons, not radios: choosing a day moves the focus to its times, which arrow keys must not do. */
export function DayStrip({ ref, days, chosen, onChoose, children }: DayStripProps) {
  const [isLong, setLong] = useState(false);
  const firstMore = useRef<HTMLButtonElement>(null);
  const isChosenLate = days.findIndex(({ day }) => day === chosen) >= FIRST_DAYS;
  const shown = isLong || isChosenLate ? days : days.slice(0, FIRST_DAYS);
  /** The pressed button is removed: the first day that takes its place gets the focus. */
  function showAll() {
    flushSync(() => setLong(true));
    firstMore.current?.focus();
  }
  return (
    <ul
      ref={ref}
      aria-label="Days"
      className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,6rem),1fr))] gap-2"
    >
      {shown.map(({ day, slots }, index) => (
        <li key={day}>
          <button
            ref={index === FIRST_DAYS ? firstMore : undefined}
            type="button"
            aria-pressed={day === chosen}
            onClick={() => onChoose(day)}
            className={DAY_TILE}
          >
            <span className="font-semibold">{day}</span>
            <span className="sr-only">, </span>
            <span className="text-small">{slots.length === 1 ? "1 time" : `${slots.length} times`}</span>
          </button>
        </li>
      ))}
      {shown.length < days.length ? (
        <li>
          <button type="button" onClick={showAll} className={DAY_TILE}>
            <span className="font-semibold">More days</span>
          </button>
        </li>
      ) : (
        children && <li>{children}</li>
      )}
    </ul>
  );
}

/** `isTile`: looks like a day, in the strip of days. */
export function LoadMoreDays({ onShow, isTile = false }: { onShow: () => Promise<void>; isTile?: boolean }) {
  const [isLoading, setLoading] = useState(false);
  async function show() {
    setLoading(true);
    await onShow().catch(() => toast("Later times could not be loaded. Please try again.", { tone: "bad" }));
    setLoading(false);
  }
  return (
    <button
      type="button"
      aria-disabled={isLoading || undefined}
      onClick={isLoading ? undefined : show}
      className={isTile ? DAY_TILE : "button button-quiet mt-4"}
    >
      <span className="font-semibold">{isLoading ? "Loading..." : isTile ? "Later" : "Look later"}</span>
    </button>
  );
}
