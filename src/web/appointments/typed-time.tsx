import { useId, useRef } from "react";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { control } from "../ui/field.tsx";
import { fromField, toField } from "./time-field.ts";
import { useBooking } from "./use-booking.ts";

const TAKEN = "This time has passed, or there is another session then. Please choose another one.";

/** For the owner and the session's expert: any time, even outside the expert's hours. */
export function TypedTime({ appointment }: { appointment: Appointment }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { book, isSending, message } = useBooking(appointment, {
    zone: appointment.zone,
    onTaken: () => TAKEN,
    onBooked: () => {},
    onRefused: () => input.current?.focus(),
  });
  return (
    <form
      aria-label="Any date and time"
      onSubmit={(event) => {
        event.preventDefault();
        void book(fromField(input.current!.value));
      }}
    >
      <label htmlFor={id} className="font-semibold">
        Date and time (IST)
      </label>
      <div className="flex flex-wrap items-end gap-3">
        <input
          ref={input}
          id={id}
          type="datetime-local"
          required
          defaultValue={appointment.startsAt ? toField(appointment.startsAt) : undefined}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-note`}
          className={classes(control, "min-h-11 max-w-64")}
        />
        <Button type="submit" disabled={isSending} className="min-h-11 px-4 py-1.5">
          {isSending ? "Saving…" : "Save this time"}
        </Button>
      </div>
      <p id={`${id}-note`} role="alert" className="mt-1 text-small font-medium text-rose">
        {message}
      </p>
      {!message && <p className="text-small text-ink-soft">Also outside the hours, but never over another session.</p>}
    </form>
  );
}
