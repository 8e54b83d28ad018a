import { toTime } from "../../../../contracts/appointments/appointment-rules.ts";
import type { Window } from "../../../../contracts/appointments/schedule.ts";
import { endsNextDay, toMinute, windowBetween } from "./wall-clock.ts";

const newWindow: Window = { start: 10 * 60, minutes: 3 * 60 };

interface WindowFieldsProps {
  /** Names the day in the labels: "Monday". */
  day: string;
  windows: readonly Window[];
  onChange: (windows: Window[]) => void;
}

/** The windows of one day: from and to, one row each. */
export function WindowFields({ day, windows, onChange }: WindowFieldsProps) {
  const replace = (index: number, window: Window) => onChange(windows.map((one, i) => (i === index ? window : one)));
  return (
    <div className="grid justify-items-start gap-2">
      {windows.map((window, index) => (
        // Windows have no id: the index identifies them.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Time
            label={`${day}, from`}
            minute={window.start}
            onChange={(start) => replace(index, windowBetween(start, window.start + window.minutes))}
          />
          <span aria-hidden>to</span>
          <Time
            label={`${day}, to`}
            minute={window.start + window.minutes}
            onChange={(end) => replace(index, windowBetween(window.start, end))}
          />
          {endsNextDay(window) && <span className="text-small text-ink-soft">next day</span>}
          <button
            type="button"
            className="row-action"
            aria-label={`Remove ${day}, ${toTime(window.start)}`}
            onClick={() => onChange(windows.filter((_, i) => i !== index))}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        className="row-action"
        aria-label={`Add hours on ${day}`}
        onClick={() => onChange([...windows, newWindow])}
      >
        Add hours
      </button>
    </div>
  );
}

function Time({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) {
  return (
    <input
      type="time"
      required
      aria-label={label}
      value={toTime(minute)}
      onChange={({ currentTarget }) => {
        const typed = toMinute(currentTarget.value);
        if (typed !== undefined) onChange(typed);
      }}
      className="admin-control"
    />
  );
}
