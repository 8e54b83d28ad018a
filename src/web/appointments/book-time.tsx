import { useRef } from "react";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { SlotPicker } from "./slot-picker.tsx";
import { useBooking } from "./use-booking.ts";
import { useSlots } from "./use-slots.ts";

const TAKEN = "This time was taken a moment ago. Please choose another one: these are free now.";

export interface ChooseTimeProps {
  appointment: Appointment;
  expertId: string;
  /** The caller's time zone. */
  zone: string;
  /** Whether its button is the primary one of the page. */
  isPrimary?: boolean;
  /** The expert or the owner is choosing: Indian time is shown first. */
  isStaff?: boolean;
  onBooked: () => void;
}

/** Books or moves the time of a paid session. The new time may overlap its own old time. */
export function BookTime({ appointment, expertId, zone, onBooked, ...look }: ChooseTimeProps) {
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
    <SlotPicker
      // The current time is not offered: choosing it would change nothing.
      times={{ ...times, data: times.data && without(times.data, startsAt) }}
      zone={zone}
      verb={startsAt ? "Move to" : "Book"}
      {...look}
      {...sending}
      alert={alert}
      onChoose={(slot) => void book(slot)}
    />
  );
}

const without = (data: NonNullable<ReturnType<typeof useSlots>["data"]>, startsAt: string | null) => ({
  ...data,
  slots: data.slots.filter((slot) => slot !== startsAt),
});
