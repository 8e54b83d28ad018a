import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Appointment } from "../../contracts/appointment.ts";
import { Button } from "../ui/button.tsx";
import { LoadProblem } from "../ui/load-problem.tsx";
import { DayStrip } from "./day-strip.tsx";
import { DayTimes } from "./day-times.tsx";
import { groupByDay } from "./group-slots.ts";
import { Moment } from "./moment.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { dayIn, INDIA } from "./times.ts";
import { useBooking } from "./use-booking.ts";
import { useSlots } from "./use-slots.ts";
import { ZoneSwitch } from "./zone-switch.tsx";

const TAKEN = "This time was taken a moment ago. Please choose another one: these are free now.";

export interface ChooseTimeProps {
  appointment: Appointment;
  expertId: string;
  /** The caller's. */
  zone: string;
  /** Whether its button is the filled one of the page. */
  isFirstTask?: boolean;
  onBooked: () => void;
}

/** The free times of the session's expert. Nothing is booked before its button is pressed. */
export function ChooseTime({ appointment, expertId, zone, isFirstTask = false, onBooked }: ChooseTimeProps) {
  const { slots, setSlots, hasFailed, retry } = useSlots(expertId, appointment.minutes);
  const [shownZone, setShownZone] = useState(zone);
  const [day, setDay] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const strip = useRef<HTMLUListElement>(null);
  const times = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const { book, isSending, message } = useBooking(appointment, {
    zone,
    onTaken(fresh) {
      setSlots(fresh);
      setDay(undefined);
      setChosen(undefined);
      return TAKEN;
    },
    onBooked,
    onRefused: () => alert.current?.focus(),
  });

  function chooseDay(wanted: string) {
    flushSync(() => {
      setDay(wanted);
      setChosen(undefined);
    });
    times.current?.focus();
  }

  /** The chosen time stays chosen; it may be on another date there. */
  function switchZone(next: string) {
    setShownZone(next);
    setDay(chosen && dayIn(next, chosen));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen) void book(chosen);
  }

  if (hasFailed)
    return (
      <LoadProblem onRetry={retry} isTrying={false}>
        The free times could not be loaded.
      </LoadProblem>
    );
  if (!slots)
    return (
      <div aria-busy="true">
        <p role="status" className="mb-3">
          Loading free times...
        </p>
        <div className="bone h-40" />
      </div>
    );
  const days = groupByDay(slots, shownZone);
  const ofDay = days.find((one) => one.day === day);
  const verb = appointment.startsAt ? "Move to" : "Book";
  return (
    <form onSubmit={submit}>
      <p ref={alert} role="alert" tabIndex={-1} className="mb-4 font-medium text-rose empty:hidden">
        {message}
      </p>
      {slots[0] ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control bg-sand px-4 py-3.5">
            <p>
              <span className="block text-small text-ink-soft">Next available</span>
              <span className="font-semibold">
                <Moment zone={zone} at={slots[0]} />
              </span>
            </p>
            <Button
              look={isFirstTask && !ofDay ? "accent" : "quiet"}
              disabled={isSending}
              onClick={() => void book(slots[0]!)}
            >
              {verb} next available
            </Button>
          </div>
          <h3 className="mt-5 font-semibold">Or choose a day</h3>
          {zone === INDIA ? (
            <p className="text-small text-ink-soft">All times are Indian Standard Time (IST).</p>
          ) : (
            <ZoneSwitch zone={zone} shown={shownZone} onSwitch={switchZone} />
          )}
          <DayStrip ref={strip} days={days} chosen={ofDay?.day} onChoose={chooseDay} />
          {ofDay && (
            <DayTimes
              ref={times}
              {...ofDay}
              zone={shownZone}
              otherZone={shownZone === INDIA ? zone : INDIA}
              chosen={chosen}
              onChoose={setChosen}
              onOtherDay={() => strip.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus()}
            >
              <p aria-live="polite" className="font-semibold empty:hidden">
                {chosen && <Moment zone={zone} at={chosen} />}
              </p>
              <Button type="submit" look="accent" disabled={isSending || !chosen}>
                {verb} this time
              </Button>
            </DayTimes>
          )}
        </>
      ) : (
        <p>
          No free time in the next weeks. Please call us at <PhoneLink />.
        </p>
      )}
    </form>
  );
}
