import { useRef } from "react";
import type { Appointment } from "../../contracts/appointment.ts";
import { TimeChooser } from "./time-chooser.tsx";
import { useBooking } from "./use-booking.ts";
import { useSlots } from "./use-slots.ts";

const TAKEN = "This time was taken a moment ago. Please choose another one: these are free now.";

export interface ChooseTimeProps {
  appointment: Appointment;
  expertId: string;
  /** The caller's. */
  zone: string;
  /** Whether its button is the filled one of the page. */
  isFirstTask?: boolean;
  /** The expert or the owner chooses, by Indian time first. */
  isStaff?: boolean;
  onBooked: () => void;
}

/** Books a time of a paid session, or moves it. Its own old time may overlap the new one. */
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
      // The identical time is no move.
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
