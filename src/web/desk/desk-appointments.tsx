import type { AppointmentDetails, Desk } from "../../contracts/appointments/appointment.ts";
import { isOutcome, outcomeTexts } from "../../contracts/appointments/appointment-rules.ts";
import { useNow } from "../appointments/appointment-links.tsx";
import { timeLeft } from "../appointments/give-link.tsx";
import { dayIn, INDIA, momentIn } from "../appointments/times.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { indianToday } from "../lib/dates.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field, FormError } from "../ui/field.tsx";
import { Link } from "../ui/link.tsx";
import { Panel } from "../ui/panel.tsx";
import { DeskAppointment } from "./desk-appointment.tsx";

/** Appointments without an outcome first, then today's, then the later ones. */
export function DeskAppointments({ desk, expertId }: { desk: Desk; expertId: string }) {
  const { open, next, past, now } = desk;
  const today = dayIn(INDIA, now);
  const isToday = ({ startsAt }: AppointmentDetails) => dayIn(INDIA, startsAt!) === today;
  const ofToday = next.filter(isToday);
  const later = next.filter((appointment) => !isToday(appointment));
  return (
    <div className="grid gap-8">
      <WithoutLink appointments={next.filter(({ callWay }) => callWay === "link_to_come")} />
      {open.length > 0 && (
        <List
          title="How did it go?"
          note="These sessions are over. Please say how they went."
          appointments={open}
          isOver
        />
      )}
      <List title="Today" note={ofToday.length === 0 && "No more sessions today."} appointments={ofToday} />
      <List title="Next" note={later.length === 0 && "Nothing is booked yet."} appointments={later} />
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

/** The links to their cards, where the link is given. */
function WithoutLink({ appointments }: { appointments: AppointmentDetails[] }) {
  const now = useNow();
  if (appointments.length === 0) return null;
  return (
    <Panel title={`Video sessions without a link (${appointments.length})`} isAlarm>
      <p>
        The callers wait for it. Give each its own, or add your room under{" "}
        <Link to="/desk/hours" className="font-semibold underline underline-offset-4">
          Hours
        </Link>
        : it is then the link of all of them.
      </p>
      <ul className="mt-2">
        {appointments.map(({ _id, startsAt, caller: buyer }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-3 border-b border-line last:border-0">
            <a
              href={`#${_id}`}
              className="inline-flex min-h-11 grow items-center font-semibold underline underline-offset-4 wrap-anywhere"
            >
              {momentIn(INDIA, startsAt!)}, {buyer?.name ?? "Caller's data erased"}
            </a>
            <strong className="font-semibold">{timeLeft(startsAt!, now)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface ListProps {
  title: string;
  note: string | false;
  appointments: AppointmentDetails[];
  isOver?: boolean;
}

function List({ title, note, appointments, isOver = false }: ListProps) {
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
