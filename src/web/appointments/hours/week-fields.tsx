import { useState } from "react";
import { weekdays } from "../../../contracts/appointments/appointment-rules.ts";
import type { Schedule, Window } from "../../../contracts/appointments/schedule.ts";
import { ChipButton } from "../../ui/chip.tsx";
import { WindowFields } from "./hours-fields.tsx";

type Hours = Schedule["hours"];

const windowsOf = (hours: Hours, index: number): Window[] =>
  hours.filter(({ weekday }) => weekday === index + 1).map(({ start, minutes }) => ({ start, minutes }));

const isSame = (one: Window[], other: Window[]) => JSON.stringify(one) === JSON.stringify(other);

export function WeekFields({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const [copied, setCopied] = useState<string>();
  const setDay = (index: number, windows: Window[]) =>
    onChange([
      ...hours.filter(({ weekday }) => weekday !== index + 1),
      ...windows.map((window) => ({ ...window, weekday: index + 1 })),
    ]);
  return (
    <ul className="fit-columns-[30rem] gap-x-8 gap-y-4">
      {weekdays.map((day, index) => {
        const windows = windowsOf(hours, index);
        const isOpen = copied === day;
        return (
          <li key={day} className="grid gap-2 sm:grid-cols-[7rem_1fr]">
            <span className="font-semibold sm:pt-2">{day}</span>
            <div>
              <WindowFields day={day} windows={windows} onChange={(changed) => setDay(index, changed)} />
              {windows.length > 0 && (
                <button
                  type="button"
                  className="row-action"
                  aria-expanded={isOpen}
                  aria-label={`Copy the hours of ${day} to other days`}
                  onClick={() => setCopied(isOpen ? undefined : day)}
                >
                  Copy to other days
                </button>
              )}
              {isOpen && (
                <fieldset aria-label={`Same hours as ${day}`} className="mt-1 flex flex-wrap gap-2">
                  {weekdays.map(
                    (other, place) =>
                      other !== day && (
                        <ChipButton
                          key={other}
                          current={isSame(windows, windowsOf(hours, place))}
                          onSelect={() => setDay(place, windows)}
                        >
                          {other}
                        </ChipButton>
                      ),
                  )}
                </fieldset>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
