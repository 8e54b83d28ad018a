import { type ComponentProps, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import type { SlotList } from "../../contracts/appointments/schedule.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { toast } from "../lib/toast.ts";
import { SmallButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { control } from "../ui/field.tsx";
import { SlotPicker } from "./slot-picker.tsx";
import { browserZone, fromField, momentInBoth, toField } from "./times.tsx";
import { useSlots } from "./use-slots.ts";

interface BookTimeProps extends Pick<ComponentProps<typeof SlotPicker>, "isPrimary" | "isStaff"> {
  appointment: Appointment;
  onBooked?: () => void;
}

/** Books or moves the time of a paid appointment. The new time may overlap its own old time. */
export function BookTime({ appointment, isPrimary = false, isStaff = false, onBooked }: BookTimeProps) {
  const { _id, expertId, minutes, startsAt } = appointment;
  const zone = isStaff ? appointment.zone : browserZone();
  const times = useSlots({ expertId: expertId!, minutes, except: startsAt ? _id : undefined });
  const { data } = times;
  const alert = useRef<HTMLParagraphElement>(null);
  const { book, ...sending } = useBooking(appointment, {
    zone,
    onTaken(fresh) {
      times.replace(fresh);
      return "This time was taken a moment ago. Please choose another one: these are free now.";
    },
    onBooked,
    onRefused: () => alert.current?.focus(),
  });
  return (
    <SlotPicker
      // The current time is not offered: choosing it would change nothing.
      times={{ ...times, data: data && { ...data, slots: data.slots.filter((slot) => slot !== startsAt) } }}
      zone={zone}
      verb={startsAt ? "Move to" : "Book"}
      isPrimary={isPrimary}
      isStaff={isStaff}
      {...sending}
      alert={alert}
      onChoose={(slot) => void book(slot)}
    />
  );
}

/** For the owner and the appointment's expert: any time, even outside the expert's hours. */
export function TypedTime({ appointment }: { appointment: Appointment }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { book, isSending, message } = useBooking(appointment, {
    zone: appointment.zone,
    onTaken: () => "This time has passed, or there is another session then. Please choose another one.",
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
        <SmallButton type="submit" disabled={isSending}>
          {isSending ? "Saving…" : "Save this time"}
        </SmallButton>
      </div>
      <p id={`${id}-note`} role="alert" className="mt-1 text-small font-medium text-rose">
        {message}
      </p>
      {!message && <p className="text-small text-ink-soft">Also outside the hours, but never over another session.</p>}
    </form>
  );
}

const FAILED = "The time could not be saved. Please check your connection and try again.";

interface BookingHandlers {
  /** The buyer's time zone, for mails and for both zones on the page. */
  zone: string;
  /** Called when the time was taken, with the times that are free now. Returns the message to show. */
  onTaken(slots: string[]): string;
  onBooked?: (() => void) | undefined;
  onRefused(): void;
}

/** Books the chosen time. Reloads the page's data afterwards, or when somebody else changed the appointment first. */
function useBooking(appointment: Appointment, { zone, onTaken, onBooked, onRefused }: BookingHandlers) {
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const [message, setMessage] = useState("");

  function explain(error: unknown) {
    if (!(error instanceof ApiError)) return FAILED;
    if (error.code === "slot_taken") {
      const { slots } = error.problem as unknown as SlotList;
      return onTaken(slots.map(({ startsAt }) => startsAt));
    }
    if (error.code === "moved_meanwhile") void revalidate();
    return errorMessage(error, FAILED);
  }

  async function book(startsAt: string) {
    if (isSending) return;
    setSending(true);
    setMessage("");
    const { _id: id, version, startsAt: before } = appointment;
    try {
      const after = await browserApi.call("PUT /api/appointments/:id/time", {
        params: { id },
        body: { startsAt, version, zone },
      });
      toast(`${before ? "Moved" : "Booked"}: ${momentInBoth(zone, after.startsAt!)}`);
      onBooked?.();
      await revalidate();
    } catch (error) {
      flushSync(() => setMessage(explain(error)));
      onRefused();
    }
    setSending(false);
  }
  return { book, isSending, message };
}
