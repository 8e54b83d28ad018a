import type { AppointmentDetails, Desk } from "../../contracts/appointments/appointment.ts";
import { isOutcome, outcomeTexts } from "../../contracts/appointments/appointment-rules.ts";
import { dayIn, INDIA, momentIn } from "../appointments/times.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { indianToday } from "../lib/dates.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field, FormError } from "../ui/field.tsx";
import { DeskAppointment } from "./desk-appointment.tsx";

/** Appointments without an outcome first, then today's, then the later ones. */
export function DeskAppointments({ desk, expertId }: { desk: Desk; expertId: string }) {
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
            {past.map(({ _id, startsAt, caller: buyer, state }) => (
              <li key={_id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
                <span>{momentIn(INDIA, startsAt!)}</span>
                <span className="grow wrap-anywhere">{buyer?.name ?? "Caller's data erased"}</span>
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

const dateIn = (zone: string, instant: string) =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(new Date(instant));

/** No new appointments on a date. Appointments that are booked stay. */
function DayOff({ expertId, booked }: { expertId: string; booked: AppointmentDetails[] }) {
  const params = { id: expertId };
  const form = useForm<{ date: string }>({
    async send({ date }, element) {
      const schedule = await browserApi.call("GET /api/experts/:id/schedule", { params });
      const others = schedule.overrides.filter((one) => one.date !== date);
      const body = { ...schedule, overrides: [...others, { date, windows: [] }] };
      await browserApi.call("PUT /api/experts/:id/schedule", { params, body });
      element.reset();
      const count = booked.filter(({ startsAt }) => dateIn(schedule.zone, startsAt!) === date).length;
      const stay = `Your ${count === 1 ? "session" : `${count} sessions`} that day stay: move or cancel them.`;
      toast(`${date} is a day off.${count ? ` ${stay}` : ""}`);
    },
    failed: "The day off could not be saved. Please try again.",
  });
  return (
    <form aria-label="Take a day off" {...form.attributes} className="rounded-card bg-sand p-4 sm:p-5">
      <h2 className="text-title">Take a day off</h2>
      <p className="text-small text-ink-soft">Nobody can book this day. Booked sessions stay until you move them.</p>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <Field
          label="Date"
          name="date"
          type="date"
          required
          min={indianToday()}
          error={form.errors.date}
          className="grow sm:grow-0"
        />
        <Button type="submit" disabled={form.isSending} className="max-sm:w-full">
          {form.isSending ? "Saving…" : "Take the day off"}
        </Button>
      </div>
      <FormError className="mt-2">{form.error}</FormError>
    </form>
  );
}
