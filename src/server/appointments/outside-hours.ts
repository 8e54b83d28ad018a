import type { Schedule } from "../../contracts/appointments/schedule.ts";
import { dayIn, openTimes } from "./slots.ts";

interface Time {
  startsAt: Date;
  endsAt: Date;
}

/**
 * Checks sessions against the expert's current hours; memoised by day. If the expert has no weekly hours and the day
 * has no override, no time is outside: such times are arranged by phone.
 */
export function createHoursCheck(schedule: Schedule) {
  const known = new Map<string, Time[]>();

  function openOn(day: string) {
    const found = known.get(day) ?? openTimes({ schedule, from: day, days: 1 });
    known.set(day, found);
    return found;
  }

  return function isOutsideHours({ startsAt, endsAt }: Time) {
    const day = dayIn(schedule.zone, startsAt);
    if (schedule.hours.length === 0 && !schedule.overrides.some(({ date }) => date === day)) return false;
    return !openOn(day).some((open) => open.startsAt <= startsAt && open.endsAt >= endsAt);
  };
}
