import type { ReactNode } from "react";
import type { AppointmentDetails, Desk } from "../../contracts/appointments/appointment.ts";
import type { AppointmentState } from "../../contracts/appointments/appointment-rules.ts";
import { dayIn, INDIA, momentIn } from "../appointments/times.tsx";
import { DayOff } from "./day-off.tsx";
import { DeskAppointment } from "./desk-appointment.tsx";

interface DeskAppointmentsProps {
  desk: Desk;
  expertId: string;
}

/** Sessions without an outcome first, then today's, then the later ones. */
export function DeskAppointments({ desk, expertId }: DeskAppointmentsProps) {
  const { open, next, past, now, roomUrl } = desk;
  const today = dayIn(INDIA, now);
  const isToday = ({ startsAt }: AppointmentDetails) => dayIn(INDIA, startsAt!) === today;
  const [ofToday, later] = [next.filter(isToday), next.filter((session) => !isToday(session))];
  return (
    <div className="grid gap-8">
      {open.length > 0 && (
        <List title="How did it go?" note="These sessions are over. Please say how they went.">
          {open.map((session) => (
            <DeskAppointment key={keyOf(session)} session={session} roomUrl={roomUrl} isOver />
          ))}
        </List>
      )}
      <List title="Today" note={ofToday.length === 0 ? "No more sessions today." : undefined}>
        {ofToday.map((session) => (
          <DeskAppointment key={keyOf(session)} session={session} roomUrl={roomUrl} />
        ))}
      </List>
      <List title="Next" note={later.length === 0 ? "Nothing is booked yet." : undefined}>
        {later.map((session) => (
          <DeskAppointment key={keyOf(session)} session={session} roomUrl={roomUrl} />
        ))}
      </List>
      <DayOff expertId={expertId} sessions={next} />
      {past.length > 0 && (
        <details className="disclosure">
          <summary className="min-h-11 py-2 font-semibold">Past 30 days ({past.length})</summary>
          <ul>
            {past.map((session) => (
              <PastAppointment key={keyOf(session)} session={session} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The version in the key remounts a session after each change, which closes its open parts. */
const keyOf = ({ _id, version }: AppointmentDetails) => `${_id} ${version}`;

interface ListProps {
  title: string;
  note?: string | undefined;
  children: ReactNode[];
}

function List({ title, note, children }: ListProps) {
  const id = `desk-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      {note && <p className="mt-1 text-ink-soft">{note}</p>}
      {children.length > 0 && <ul className="mt-3 grid gap-4">{children}</ul>}
    </section>
  );
}

const words: Partial<Record<AppointmentState, string>> = {
  done: "Done",
  missed_by_caller: "Missed by the caller",
  missed_by_expert: "Missed by you",
};

export function PastAppointment({ session: { startsAt, caller, state } }: { session: AppointmentDetails }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
      <span>{momentIn(INDIA, startsAt!)}</span>
      <span className="grow wrap-anywhere">{caller?.name ?? "Caller's data erased"}</span>
      <span className="text-ink-soft">{words[state]}</span>
    </li>
  );
}
