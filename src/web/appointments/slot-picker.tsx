import { type FormEvent, type Ref, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../ui/button.tsx";
import { DayStrip, LoadMoreDays } from "./day-strip.tsx";
import { DayTimes } from "./day-times.tsx";
import { LoadedPart } from "./loaded-part.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { browserZone, dayIn, groupByDay, INDIA, Moment } from "./times.tsx";
import { type Found, type Slots, useSlots, type Wanted } from "./use-slots.ts";

interface SlotPickerProps {
  times: Slots;
  /** The buyer's time zone. */
  zone: string;
  /** The verb on the buttons: "Book", "Move to", "Choose". */
  verb: string;
  /** Whether its button is the primary one of the page. */
  isPrimary?: boolean;
  /** The expert or the owner is choosing: Indian time is shown first. */
  isStaff?: boolean;
  /** A tap on a time takes it; `first` is offered above the days. */
  direct?: { first: string | undefined; label: string };
  isSending?: boolean;
  message?: string;
  alert?: Ref<HTMLParagraphElement>;
  onChoose: (startsAt: string) => void;
}

/** Free times by day, in both zones. A picked time counts as chosen only after the button is pressed. */
export function SlotPicker(props: SlotPickerProps) {
  const loading = (
    <div aria-busy="true">
      <p role="status" className="mb-3">
        Loading free times...
      </p>
      <div className="bone h-40" />
    </div>
  );
  return (
    <LoadedPart {...props.times} problem="The free times could not be loaded." loading={loading}>
      {(found) => <FoundSlots {...props} {...found} />}
    </LoadedPart>
  );
}

function FoundSlots(props: SlotPickerProps & Found) {
  const { times, slots, nextFrom, zone, verb, direct, message, alert, onChoose } = props;
  const { isPrimary = false, isStaff = false, isSending = false } = props;
  const [shownZone, setShownZone] = useState(isStaff ? INDIA : zone);
  const [day, setDay] = useState<string>();
  const [picked, setPicked] = useState<string>();
  const strip = useRef<HTMLUListElement>(null);
  const timesOfDay = useRef<HTMLDivElement>(null);
  const days = groupByDay(slots, shownZone);
  const ofDay = days.find((one) => one.day === day);
  // The picked time may be gone after the slots were reloaded.
  const chosen = ofDay?.slots.find((slot) => slot === picked);

  function chooseDay(wanted: string) {
    flushSync(() => {
      setDay(wanted);
      setPicked(undefined);
    });
    timesOfDay.current?.focus();
  }

  /** Keeps the chosen time. Its date may differ in the other zone. */
  function switchZone(next: string) {
    setShownZone(next);
    setDay(chosen && dayIn(next, chosen));
  }

  /** Loading removes or moves the button, so the focus goes to the first new day. */
  async function showLater() {
    await times.loadLater();
    strip.current?.querySelectorAll<HTMLElement>("button")[days.length]?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen) onChoose(chosen);
  }

  return (
    <form onSubmit={submit}>
      <p ref={alert} role="alert" tabIndex={-1} className="mb-4 font-medium text-rose empty:hidden">
        {message}
      </p>
      {slots[0] ? (
        <>
          {direct ? (
            <Button
              look="accent"
              disabled={isSending}
              onClick={() => onChoose(direct.first ?? slots[0]!)}
              className="h-auto w-full py-2"
            >
              <span>
                {direct.label}: <Moment zone={zone} at={direct.first ?? slots[0]} />
              </span>
            </Button>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control bg-sand px-4 py-3.5">
              <p>
                <span className="block text-small text-ink-soft">Next available</span>
                <span className="font-semibold">
                  <Moment zone={zone} at={slots[0]} />
                </span>
              </p>
              <Button
                look={isPrimary && !ofDay ? "accent" : "quiet"}
                disabled={isSending}
                onClick={() => onChoose(slots[0]!)}
              >
                {verb} next available
              </Button>
            </div>
          )}
          <h3 className="mt-5 font-semibold">Or choose a day</h3>
          {zone === INDIA ? (
            <p className="text-small text-ink-soft">All times are Indian Standard Time (IST).</p>
          ) : (
            <ZoneSwitch zone={zone} shown={shownZone} isStaff={isStaff} onSwitch={switchZone} />
          )}
          <DayStrip ref={strip} days={days} chosen={ofDay?.day} onChoose={chooseDay}>
            {nextFrom && <LoadMoreDays onShow={showLater} isTile />}
          </DayStrip>
          {ofDay && (
            <DayTimes
              ref={timesOfDay}
              {...ofDay}
              zone={shownZone}
              otherZone={shownZone === INDIA ? zone : INDIA}
              chosen={chosen}
              isDirect={direct !== undefined}
              onChoose={direct ? onChoose : setPicked}
              onOtherDay={() => strip.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus()}
            >
              {!direct && (
                <>
                  <p aria-live="polite" className="font-semibold empty:hidden">
                    {chosen && <Moment zone={zone} at={chosen} />}
                  </p>
                  <Button type="submit" look="accent" disabled={isSending || !chosen}>
                    {verb} this time
                  </Button>
                </>
              )}
            </DayTimes>
          )}
        </>
      ) : (
        <>
          <p>
            No free time in the next weeks.
            {!isStaff && (
              <>
                {" "}
                Please call us at <PhoneLink />.
              </>
            )}
          </p>
          {nextFrom && <LoadMoreDays onShow={showLater} />}
        </>
      )}
    </form>
  );
}

/** Chooses the time of an appointment that is still in the cart. Nothing is held before the order. */
export default function CartTimePicker({ onPick, ...wanted }: Wanted & { onPick: (startsAt: string) => void }) {
  const times = useSlots(wanted);
  return <SlotPicker times={times} zone={browserZone()} verb="Choose" onChoose={onPick} />;
}

interface ZoneSwitchProps {
  zone: string;
  shown: string;
  isStaff: boolean;
  onSwitch: (zone: string) => void;
}

function ZoneSwitch({ zone, shown, isStaff, onSwitch }: ZoneSwitchProps) {
  const name = useId();
  const choices = [
    [zone, `${isStaff ? "The caller's" : "Your"} time (${zone.replaceAll("_", " ")})`],
    [INDIA, "India (IST)"],
  ] as const;
  return (
    <fieldset className="mt-1 flex flex-wrap items-center gap-x-5 text-small">
      <legend className="text-ink-soft">Times shown in</legend>
      {choices.map(([value, label]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={shown === value}
            onChange={() => onSwitch(value)}
            className="size-5 accent-saffron"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
