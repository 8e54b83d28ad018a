import { inArray } from "drizzle-orm";
import type { NextTimes } from "../../contracts/appointments/schedule.ts";
import { DAY_MS } from "../platform/clock.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { AppointmentDeps } from "./deps.ts";
import { toState } from "./open-slots.ts";
import { expertSchedules } from "./schedule-table.ts";
import { dayIn, findSlots } from "./slots.ts";
import { readBookings } from "./take-slot.ts";

/** Most experts have a time in the first days: the other days are read only without one. */
const DAYS = [7, 31];

/** For everyone alike: nobody's own holds count as free. */
export async function findNextTimes(deps: AppointmentDeps, minutes: number): Promise<NextTimes> {
  const { db, clock, catalogue } = deps;
  const now = clock.now();
  const { items } = await catalogue.experts.list({}, "public");
  const expertIds = items
    .filter(({ hasHours, price, audioPrice, videoPrice }) => hasHours && (price ?? audioPrice ?? videoPrice) !== null)
    .map(({ _id }) => _id);
  const to = new Date(now.getTime() + (DAYS.at(-1)! + 2) * DAY_MS);
  const [rows, bookings] = await Promise.all([
    db.select().from(expertSchedules).where(inArray(expertSchedules.expertId, expertIds)),
    readBookings(db, deps, { expertIds, from: new Date(now.getTime() - DAY_MS), to }),
  ]);
  const bookingsOf = Map.groupBy(bookings, ({ expertId }) => expertId);
  const times = rows.flatMap((row) => {
    const schedule = toState(row);
    const query = { schedule, bookings: bookingsOf.get(row.expertId) ?? [], now, minutes };
    for (const days of DAYS) {
      const [first] = findSlots({ ...query, from: dayIn(schedule.zone, now), days });
      if (first) return [{ expertId: row.expertId, startsAt: first.toISOString() }];
    }
    return [];
  });
  return { today: indianDay(now), times };
}
