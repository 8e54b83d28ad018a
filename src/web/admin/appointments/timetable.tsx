import { useId } from "react";
import type { AppointmentDetails, ExpertHours } from "../../../contracts/appointments/appointment.ts";
import { formatTime } from "../../../contracts/appointments/appointment-rules.ts";
import { useNow } from "../../appointments/appointment-links.tsx";
import { addDays, indianToday } from "../../lib/dates.ts";
import { classes } from "../../ui/classes.ts";
import { AppointmentButton } from "./appointment-list.tsx";
import { type AppointmentsView, dayName, daysOf } from "./appointments-view.ts";
import { assignLanes, type Hours, hoursOf, isOn, minuteOn, placeIn, spanOn, type Time } from "./timetable-layout.ts";

type Timed = AppointmentDetails & Time;

interface Column {
  key: string;
  title: string;
  day: string;
  sessions: Timed[];
  windows: Time[];
  /** "Day off", for an expert without hours on this day. */
  note?: string;
}

const isTimed = (session: AppointmentDetails): session is Timed => session.startsAt !== null;

/** A column for each day of the week; the hours are those of all shown experts. */
function weekColumns(view: AppointmentsView, sessions: Timed[], hours: ExpertHours[]): Column[] {
  const { from } = daysOf(view);
  return Array.from({ length: 7 }, (_, index) => addDays(from, index)).map((day) => ({
    key: day,
    title: dayName(day),
    day,
    sessions: sessions.filter((session) => isOn(day, session)),
    windows: hours.flatMap(({ windows }) => windows).filter((window) => isOn(day, window)),
  }));
}

/** A column for each expert with hours or sessions, and always for the expert chosen in the filter. */
function dayColumns({ day, expert }: AppointmentsView, sessions: Timed[], hours: ExpertHours[]): Column[] {
  const known = hours.map(({ expertId, name, hasHours, windows }) => ({ expertId, name, hasHours, windows }));
  const ids = new Set(known.map(({ expertId }) => expertId));
  const others = new Map(
    sessions.filter(({ expertId }) => !ids.has(expertId!)).map(({ expertId, expertName }) => [expertId!, expertName]),
  );
  const all = [...known, ...[...others].map(([expertId, name]) => ({ expertId, name, hasHours: false, windows: [] }))];
  return all
    .map(({ expertId, name, hasHours, windows }) => ({
      key: expertId,
      title: name,
      day,
      sessions: sessions.filter((session) => session.expertId === expertId && isOn(day, session)),
      windows: windows.filter((window) => isOn(day, window)),
      ...(hasHours && !windows.some((window) => isOn(day, window)) && { note: "Day off" }),
    }))
    .filter((column) => column.key === expert || column.note || column.sessions.length + column.windows.length > 0);
}

const note = "text-small font-normal text-ink-soft";
const head = "mb-2 font-semibold wrap-anywhere md:mb-0 md:border-b md:border-line md:px-2 md:py-2.5 md:leading-[1.3]";
const todayHead = "text-saffron-deep md:shadow-[inset_0_3px_0_var(--color-saffron)]";

interface TimetableProps {
  view: AppointmentsView;
  sessions: AppointmentDetails[];
  hours: ExpertHours[];
  onOpen: (id: string) => void;
}

/** The sessions of a day by expert, or of a week by day. On narrow screens it is a list of the same sessions. */
export function Timetable({ view, sessions, hours, onOpen }: TimetableProps) {
  const timed = sessions.filter(isTimed).filter(({ state }) => state !== "cancelled");
  const shown = view.expert ? hours.filter(({ expertId }) => expertId === view.expert) : hours;
  const columns = view.look === "day" ? dayColumns(view, timed, shown) : weekColumns(view, timed, shown);
  const range = hoursOf(
    columns.flatMap(({ day, sessions, windows }) => [...sessions, ...windows].map((time) => spanOn(day, time))),
  );
  if (columns.length === 0) return <p className={note}>Nobody has hours or sessions on this day.</p>;
  const size = { "--columns": columns.length, "--hours": range.last - range.first } as React.CSSProperties;
  return (
    <div
      className="grid gap-4 md:grid-cols-[4.5rem_repeat(var(--columns),minmax(5.5rem,1fr))] md:grid-rows-[auto_auto] md:gap-0 md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-paper md:[--hour:4rem]"
      style={size}
    >
      <div className="col-start-1 row-start-2 text-[0.8125rem] text-ink-soft tabular-nums max-md:hidden" aria-hidden>
        {Array.from({ length: range.last - range.first }, (_, index) => formatTime((range.first + index) * 60)).map(
          (time) => (
            <span key={time} className="block h-(--hour) px-2 pt-0.5 text-end">
              {time}
            </span>
          ),
        )}
      </div>
      {columns.map((column) => (
        <DayColumn key={column.key} column={column} range={range} onOpen={onOpen} />
      ))}
    </div>
  );
}

function DayColumn({ column, range, onOpen }: { column: Column; range: Hours; onOpen: (id: string) => void }) {
  const id = useId();
  const now = new Date(useNow()).toISOString();
  const { title, day, sessions, windows, note: reason } = column;
  const isToday = day === indianToday();
  const isOfWeek = title === dayName(day);
  const lanes = assignLanes(sessions.map((session) => spanOn(day, session)));
  const minute = minuteOn(day, now);
  const showsNow = isToday && minute >= range.first * 60 && minute <= range.last * 60;
  return (
    <section
      aria-labelledby={id}
      className="timetable-column md:row-span-2 md:row-start-1 md:grid md:min-w-0 md:grid-rows-subgrid md:border-l md:border-line"
    >
      <h3 id={id} className={classes(head, isToday && isOfWeek && todayHead)}>
        {title}
        {isToday && isOfWeek && <span className="sr-only"> (today)</span>}
        {reason && <span className={`${note} block`}>{reason}</span>}
      </h3>
      {/* The colour of closed hours; open hours are drawn on top. */}
      <div className="timetable-body md:relative md:h-[calc(var(--hours)*var(--hour))] md:bg-sand">
        {windows.map((window) => (
          <div
            key={`${window.startsAt} ${window.endsAt}`}
            className="absolute inset-x-0 bg-paper max-md:hidden"
            style={placeIn(range, spanOn(day, window))}
          />
        ))}
        {sessions.length === 0 ? (
          <p className={`${note} md:sr-only`}>No sessions</p>
        ) : (
          <ol aria-labelledby={id}>
            {sessions.map((session, index) => (
              <li
                key={session._id}
                style={
                  {
                    ...placeIn(range, spanOn(day, session)),
                    "--lane": lanes[index]!.lane,
                    "--lanes": lanes[index]!.lanes,
                  } as React.CSSProperties
                }
              >
                <AppointmentButton session={session} onOpen={onOpen} />
              </li>
            ))}
          </ol>
        )}
        {showsNow && (
          <div
            className="pointer-events-none absolute inset-x-0 z-3 h-0.5 bg-saffron-edge max-md:hidden"
            style={{ top: placeIn(range, { start: minute, end: minute }).top }}
          />
        )}
      </div>
    </section>
  );
}
