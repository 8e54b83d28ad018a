import { type FormEvent, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import {
  APPOINTMENT_MINUTES,
  type AppointmentMinutes,
  type ConsultationMode,
  modeNames,
} from "../../contracts/appointments/consultation-rules.ts";
import { DAY_TILE } from "../appointments/day-strip.tsx";
import { TimeRadios } from "../appointments/day-times.tsx";
import { PhoneLink } from "../appointments/phone-link.tsx";
import { dayIn, INDIA, momentIn, useBrowserZone } from "../appointments/times.tsx";
import { indianDate } from "../lib/dates.ts";
import { formatRupees } from "../lib/money.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Link } from "../ui/link.tsx";
import { type ExpertView, type Rate, toAppointmentItem } from "./expert-view.ts";
import { useBookingDialog } from "./use-booking-dialog.tsx";

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** The state of the page, as stored in the URL. */
export interface TimesChoice {
  mode: ConsultationMode;
  minutes: AppointmentMinutes;
  /** The first day that is shown; empty: today. */
  from: string;
  /** The day whose times are shown; empty: none. */
  day: string;
  /** The chosen time; empty: none. */
  at: string;
}

/** Reads the choice from the query. Invalid values count as empty or as the default. */
export function readChoice(query: URLSearchParams, rates: readonly Rate[]): TimesChoice {
  const read = (name: string) => query.get(name) ?? "";
  const at = Number.isNaN(Date.parse(read("at"))) ? "" : new Date(read("at")).toISOString();
  return {
    mode: (rates.find(({ mode }) => mode === read("mode")) ?? rates[0])?.mode ?? "audio",
    minutes: APPOINTMENT_MINUTES.find((minutes) => `${minutes}` === read("minutes")) ?? APPOINTMENT_MINUTES[0],
    from: isDate(read("from")) ? read("from") : "",
    day: isDate(read("day")) ? read("day") : at && indianDate(at),
    at,
  };
}

function timesPath(expertId: string, choice: Partial<TimesChoice>) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value) query.set(name, `${value}`);
  return `/experts/${expertId}/times?${query}`;
}

type TimesProps = { expert: ExpertView; choice: TimesChoice };
type TimesByDayProps = TimesProps & { slots: string[]; nextFrom: string | null };

/** Days are links and times are radios of a GET form: all of it works without scripts, except the cart. */
export function TimesByDay({ expert, choice, slots, nextFrom }: TimesByDayProps) {
  const days = [...new Set(slots.map(indianDate))];
  const { mode, minutes, from, day } = choice;
  const ofDay = slots.filter((slot) => indianDate(slot) === day);
  return (
    <>
      <h2 className="mt-8 text-title">Choose a day</h2>
      <p className="text-small text-ink-soft">Days and times are Indian Standard Time (IST).</p>
      {slots.length === 0 && (
        <p className="mt-3">
          No free time {from ? "in these weeks" : "in the next weeks"}. Please call us at <PhoneLink />.
        </p>
      )}
      <ul aria-label="Days" className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,6rem),1fr))] gap-2">
        {from && <DayLink to={timesPath(expert._id, { mode, minutes })} words="Earlier" />}
        {days.map((date) => {
          const count = slots.filter((slot) => indianDate(slot) === date).length;
          return (
            <DayLink
              key={date}
              to={`${timesPath(expert._id, { mode, minutes, from, day: date })}#times`}
              words={dayIn(INDIA, `${date}T00:00:00+05:30`)}
              detail={count === 1 ? "1 time" : `${count} times`}
              isChosen={date === day}
            />
          );
        })}
        {nextFrom && <DayLink to={timesPath(expert._id, { mode, minutes, from: nextFrom })} words="Later" />}
      </ul>
      {ofDay.length > 0 && <DayForm key={day} expert={expert} choice={choice} slots={ofDay} />}
      {choice.at && <ChosenTime expert={expert} choice={choice} isFree={slots.includes(choice.at)} />}
    </>
  );
}

type DayLinkProps = { to: string; words: string; detail?: string; isChosen?: boolean };

function DayLink({ to, words, detail, isChosen = false }: DayLinkProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isChosen ? "date" : undefined}
        className={classes(
          DAY_TILE,
          "aria-[current=date]:border-night aria-[current=date]:bg-night aria-[current=date]:text-ivory",
        )}
      >
        <span className="font-semibold">{words}</span>
        {detail && (
          <>
            <span className="sr-only">, </span>
            <span className="text-small">{detail}</span>
          </>
        )}
      </Link>
    </li>
  );
}

const toItem = (expert: ExpertView, { mode, minutes }: TimesChoice) =>
  toAppointmentItem(expert, expert.rates.find((rate) => rate.mode === mode)!, minutes);

function DayForm({ expert, choice, slots }: TimesProps & { slots: string[] }) {
  const zone = useBrowserZone();
  const item = toItem(expert, choice);
  const times = useRef<HTMLFormElement>(null);
  // The browser only scrolls to the times of a day, so move the focus too.
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#times") times.current?.focus();
  }, [hash]);

  const { mode, minutes, from, day, at } = choice;
  const booking = useBookingDialog(expert);
  function book(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void booking.open({ mode, minutes, at: String(new FormData(event.currentTarget).get("at")) });
  }

  const words = dayIn(INDIA, slots[0]!);
  return (
    <>
      <form
        ref={times}
        id="times"
        method="get"
        action="#chosen-time"
        tabIndex={-1}
        aria-label={`Times on ${words}`}
        onSubmit={book}
        className="mt-8 scroll-mt-24 outline-none"
      >
        {Object.entries({ mode, minutes, from, day }).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <h2 className="text-title">Times on {words}</h2>
        <TimeRadios
          slots={slots}
          zone={INDIA}
          otherZone={zone}
          propsOf={(slot) => ({ name: "at", value: slot, required: true, defaultChecked: slot === at })}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <p className="font-semibold">
            {modeNames[mode]}, {minutes} minutes: {formatRupees(item.price)}
          </p>
          <Button type="submit" look="accent" className="needs-script" onPointerEnter={booking.preload}>
            Book this time
          </Button>
          <noscript>
            <Button type="submit" look="accent">
              Choose this time
            </Button>
          </noscript>
        </div>
      </form>
      {booking.dialog}
    </>
  );
}

/** Without scripts there is no cart: the visitor calls and names the time. */
function ChosenTime({ expert, choice, isFree }: TimesProps & { isFree: boolean }) {
  const { title, price } = toItem(expert, choice);
  return (
    <noscript>
      <section aria-labelledby="chosen-time" className="mt-8 rounded-card border border-line bg-paper px-5 py-4">
        <h2 id="chosen-time" className="scroll-mt-24 text-title">
          Your time
        </h2>
        <p className="mt-1 font-semibold">{momentIn(INDIA, choice.at)}</p>
        {isFree ? (
          <p className="mt-1">
            {title}, {formatRupees(price)}. The cart and the payment need JavaScript. Without it, please call us at{" "}
            <PhoneLink /> and name this time: we book it for you.
          </p>
        ) : (
          <p className="mt-1">This time is no longer free. Please choose another one.</p>
        )}
      </section>
    </noscript>
  );
}
