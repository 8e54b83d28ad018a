import { type ReactNode, type Ref, useId } from "react";
import { TimeRadios } from "./time-radios.tsx";

interface DayTimesProps {
  ref: Ref<HTMLDivElement>;
  day: string;
  slots: string[];
  /** `zone` decides the date; `otherZone` is shown too for callers abroad. */
  zone: string;
  otherZone: string;
  chosen: string | undefined;
  onChoose: (slot: string) => void;
  onOtherDay: () => void;
  children: ReactNode;
}

/** The times of one day. Gets the focus when the day is chosen. */
export function DayTimes({ ref, day, slots, zone, otherZone, chosen, onChoose, onOtherDay, children }: DayTimesProps) {
  const name = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: the parts of the day are the fieldsets.
    <div ref={ref} role="group" tabIndex={-1} aria-label={`Times on ${day}`} className="mt-5 scroll-mt-24">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h3 className="font-semibold">Times on {day}</h3>
        <button
          type="button"
          onClick={onOtherDay}
          className="min-h-11 font-semibold text-saffron-deep underline underline-offset-4"
        >
          Different day
        </button>
      </div>
      <TimeRadios
        slots={slots}
        zone={zone}
        otherZone={otherZone}
        propsOf={(slot) => ({ name, checked: slot === chosen, onChange: () => onChoose(slot) })}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">{children}</div>
    </div>
  );
}
