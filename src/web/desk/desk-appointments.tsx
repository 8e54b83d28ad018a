import type { AppointmentDetails, Desk } from "../../contracts/appointments/appointment.ts";
import { isOutcome, outcomeTexts } from "../../contracts/appointments/appointment-rules.ts";
import { dayIn, INDIA, momentIn } from "../appointments/times.tsx";
import { DayOff } from "./day-off.tsx";
import { DeskAppointment } from "./desk-appointment.tsx";

interface DeskAppointmentsProps {
  desk: Desk;
  expertId: string;
}

/** Appointments without an outcome first, then today's, then the later ones. */
export function DeskAppointments({ desk, expertId }: DeskAppointmentsProps) {
  const { open, next, past, now, roomUrl } = desk;
  const today = dayIn(INDIA, now);
  const isToday = ({ startsAt }: AppointmentDetails) => dayIn(INDIA, startsAt!) === today;
  const ofToday = next.filter(isToday);
  const later = next.filter((appointment) => !isToday(appointment));
  return (
    <div className="grid gap-8">
      {open.length > 0 && (
        <List
          title="How did it go?"
          note="These sessions are over. Please say how they went."
          appointments={open}
          roomUrl={roomUrl}
          isOver
        />
      )}
      <List
        title="Today"
        note={ofToday.length === 0 && "No more sessions today."}
        appointments={ofToday}
        roomUrl={roomUrl}
      />
      <List title="Next" note={later.length === 0 && "Nothing is booked yet."} appointments={later} roomUrl={roomUrl} />
      <DayOff expertId={expertId} booked={next} />
      {past.length > 0 && (
        <details className="disclosure">
          <summary className="min-h-11 py-2 font-semibold">Past 30 days ({past.length})</summary>
          <ul>
            {past.map(({ _id, startsAt, caller, state }) => (
              <li key={_id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
                <span>{momentIn(INDIA, startsAt!)}</span>
                <span className="grow wrap-anywhere">{caller?.name ?? "Caller's data erased"}</span>
                <span className="text-ink-soft">{isOutcome(state) && outcomeTexts[state].past}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface ListProps {
  title: string;
  note: string | false;
  appointments: AppointmentDetails[];
  roomUrl: string;
  isOver?: boolean;
}

function List({ title, note, appointments, roomUrl, isOver = false }: ListProps) {
  const id = `desk-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      {note && <p className="mt-1 text-ink-soft">{note}</p>}
      {appointments.length > 0 && (
        <ul className="mt-3 grid gap-4">
          {appointments.map((appointment) => (
            // The version in the key remounts an appointment after each change, which closes its open parts.
            <DeskAppointment
              key={`${appointment._id} ${appointment.version}`}
              appointment={appointment}
              roomUrl={roomUrl}
              isOver={isOver}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
