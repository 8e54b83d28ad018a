import { randomUUIDv7 } from "node:crypto";
import { inArray } from "drizzle-orm";
import { type ConsultationMode, expertItemTitle } from "../../contracts/appointments/consultation-rules.ts";
import { noSchedule, type Schedule } from "../../contracts/appointments/schedule.ts";
import type { Transaction } from "../platform/database/database.ts";
import { appointmentHistory, appointments } from "./appointment-table.ts";
import type { AppointmentDeps } from "./deps.ts";
import { recordChange } from "./hold-times.ts";
import { expertSchedules } from "./schedule-table.ts";
import { dayIn, findSlots } from "./slots.ts";
import { timeColumns } from "./take-slot.ts";

const DAYS = 14;
const PHONE = "9000000001";

export interface DemoExpert {
  _id: string;
  name: string;
  /** Undefined: the time is agreed by phone. */
  hours: Schedule["hours"] | undefined;
  roomUrl: string;
  bookings: { slot: number; mode: ConsultationMode; minutes: number; caller: string }[];
}

/** Gives demo experts their hours, their rooms and a few appointments, in the transaction that inserts them. Nothing is mailed. */
export async function addDemoAppointments(tx: Transaction, deps: AppointmentDeps, experts: DemoExpert[]) {
  const now = deps.clock.now();
  const made: { _id: string }[] = [];
  for (const { _id: expertId, name, hours = [], roomUrl, bookings } of experts) {
    const schedule = { ...noSchedule, hours, roomUrl };
    await tx.insert(expertSchedules).values({ expertId, schedule, version: 1, updatedAt: now });
    if (hours.length > 0) await deps.catalogue.setHasHours(tx, expertId, true);
    const from = dayIn(schedule.zone, now);
    const taken: ReturnType<typeof timeColumns>[] = [];
    for (const { slot, mode, minutes, caller } of bookings) {
      const startsAt = findSlots({ schedule, bookings: taken, now, minutes, from, days: DAYS })[slot];
      if (!startsAt) continue;
      const time = timeColumns(startsAt, minutes, schedule);
      taken.push(time);
      const person = { callerName: caller, callerPhone: PHONE, callerEmail: "" };
      const [row] = await tx
        .insert(appointments)
        .values({
          id: randomUUIDv7(),
          expertId,
          title: expertItemTitle(name, mode, minutes),
          mode,
          minutes,
          zone: schedule.zone,
          ...time,
          ...person,
          state: "confirmed",
          createdAt: now,
        })
        .returning();
      await recordChange(tx, deps, row!, { actor: "system" });
      made.push({ _id: row!.id });
    }
  }
  return made;
}

/** Removes the demo appointments among these ids, also changed ones: they have no real buyer. */
export async function removeDemoAppointments(tx: Transaction, ids: string[]) {
  await tx.delete(appointmentHistory).where(inArray(appointmentHistory.appointmentId, ids));
  await tx.delete(appointments).where(inArray(appointments.id, ids));
}
