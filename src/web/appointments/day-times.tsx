import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { groupByPart, momentIn, timeIn } from "./times.tsx";

interface DayTimesProps extends Omit<TimeRadiosProps, "propsOf" | "onTake"> {
  ref: Ref<HTMLDivElement>;
  day: string;
  chosen: string | undefined;
  /** Buttons that choose at once, instead of radios. */
  isDirect: boolean;
  onChoose: (slot: string) => void;
  onOtherDay: () => void;
  children: ReactNode;
}

/** The times of one day. Gets the focus when the day is chosen. */
export function DayTimes(props: DayTimesProps) {
  const { ref, day, chosen, isDirect, onChoose, onOtherDay, children, ...times } = props;
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
        {...times}
        onTake={isDirect ? onChoose : undefined}
        propsOf={(slot) => ({ name, checked: slot === chosen, onChange: () => onChoose(slot) })}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">{children}</div>
    </div>
  );
}

interface TimeRadiosProps {
  slots: string[];
  /** `zone` decides the date; `otherZone` is shown too for buyers abroad. */
  zone: string;
  otherZone: string;
  propsOf: (slot: string) => ComponentProps<"input">;
  onTake?: ((slot: string) => void) | undefined;
}

const choice =
  "flex min-h-12 cursor-pointer items-center gap-2.5 rounded-control border border-edge px-3 py-1.5 leading-tight transition-colors hover:border-ink has-checked:border-night has-checked:bg-night has-checked:text-ivory has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink";

export function TimeRadios({ slots, zone, otherZone, propsOf, onTake }: TimeRadiosProps) {
  const Choice = onTake ? "button" : "label";
  const isAbroad = zone !== otherZone;
  const columns = isAbroad
    ? "grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))]"
    : "grid-cols-[repeat(auto-fill,minmax(min(100%,7.5rem),1fr))]";
  return groupByPart(slots, zone).map(([part, ofPart]) => (
    <fieldset key={part} className="mt-2 mb-4">
      <legend className="mb-2 text-small text-ink-soft">{part}</legend>
      <div className={`grid gap-2 ${columns}`}>
        {ofPart.map((slot) => (
          <Choice key={slot} className={choice} {...(onTake && { type: "button", onClick: () => onTake(slot) })}>
            {!onTake && (
              <input type="radio" {...propsOf(slot)} className="size-5 shrink-0 accent-saffron outline-none" />
            )}
            <span>
              <span className="font-medium">{timeIn(zone, slot)}</span>
              {isAbroad && (
                <>
                  <span className="sr-only">, </span>
                  <span className="block text-small">{momentIn(otherZone, slot)}</span>
                </>
              )}
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  ));
}
