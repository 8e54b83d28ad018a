import type { SlotList, SlotQuery } from "../../contracts/appointments/schedule.ts";
import { appointmentError } from "./errors.ts";
import { findFor, type Person } from "./find-for.ts";
import { readSchedule } from "./read-schedule.ts";
import type { AppointmentDeps } from "./service.ts";
import { addDays, dayIn, findSlots, lastDay } from "./slots.ts";
import { readBookings } from "./take-slot.ts";

const DAY_MS = 24 * 60 * 60_000;

/** When a session of this length can start, for this visitor. */
export async function findOpenSlots(
  deps: AppointmentDeps,
  expertId: string,
  { minutes, from, days, except }: SlotQuery,
  visitor: Person | undefined,
): Promise<SlotList> {
  const { db, clock, catalogue } = deps;
  const { _id } = await catalogue.experts.find(expertId, "public");
  // `except` ignores an appointment, so only people who may move that appointment can use it.
  if (except && !visitor) throw appointmentError("appointment_not_found");
  if (except && visitor) await findFor(db, deps, visitor, except);
  const schedule = await readSchedule(db, _id);
  const now = clock.now();
  const day = from ?? dayIn(schedule.zone, now);
  const bookings = await readBookings(db, deps, {
    expertId: _id,
    from: new Date(Date.parse(day) - DAY_MS),
    to: new Date(Date.parse(day) + (days + 2) * DAY_MS),
    except,
    holder: visitor?.id,
  });
  const slots = findSlots({ schedule, bookings, now, minutes, from: day, days });
  const next = addDays(day, days);
  return {
    zone: schedule.zone,
    slots: slots.map((slot) => ({ startsAt: slot.toISOString() })),
    nextFrom: schedule.hours.length > 0 && next <= lastDay(schedule, now).toString() ? next : null,
  };
}
