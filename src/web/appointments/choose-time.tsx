import { useRef } from "react";
import type { Appointment } from "../../contracts/appointment.ts";
import { TimeChooser } from "./time-chooser.tsx";
import { useBooking } from "./use-booking.ts";
import { useSlots } from "./use-slots.ts";

const TAKEN = "This time was taken a moment ago. Please choose another one: these are free now.";

export interface ChooseTimeProps {
  appointment: Appointment;
  expertId: string;
  /** The caller's time zone. */
  zone: string;
  /** Whether its button is the primary one of the page. */
  isFirstTask?: boolean;
  /** The expert or the owner is choosing: Indian time is shown first. */
  isStaff?: boolean;
  onBooked: () => void;
}

/** Books or moves the time of a paid session. The new time may overlap its own old time. */
export function ChooseTime({ appointment, expertId, zone, onBooked, ...look }: ChooseTimeProps) {
  const { _id, minutes, startsAt } = appointment;
  const times = useSlots({ expertId, minutes, except: startsAt ? _id : undefined });
  const alert = useRef<HTMLParagraphElement>(null);
  const { book, ...sending } = useBooking(appointment, {
    zone,
    onTaken(fresh) {
      times.replace(fresh);
      return TAKEN;
    },
    onBooked,
    onRefused: () => alert.current?.focus(),
  });
  return (
    <TimeChooser
      // The current time is not offered: choosing it would change nothing.
      times={{ ...times, found: times.found && without(times.found, startsAt) }}
      zone={zone}
      verb={startsAt ? "Move to" : "Book"}
      {...look}
      {...sending}
      alert={alert}
      onChoose={(slot) => void book(slot)}
    />
  );
}

const without = (found: NonNullable<ReturnType<typeof useSlots>["found"]>, startsAt: string | null) => ({
  ...found,
  slots: found.slots.filter((slot) => slot !== startsAt),
});
