import type { AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { browserApi } from "../lib/browser-api.ts";
import { indianToday } from "../lib/dates.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormError } from "../ui/form-error.tsx";

interface DayOffProps {
  expertId: string;
  booked: AppointmentDetails[];
}

const dateIn = (zone: string, instant: string) =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(new Date(instant));

/** No new appointments on a date. Appointments that are booked stay. */
export function DayOff({ expertId, booked }: DayOffProps) {
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
