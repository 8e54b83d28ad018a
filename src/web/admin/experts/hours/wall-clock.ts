import type { Window } from "../../../../contracts/appointments/schedule.ts";

const DAY_MINUTES = 24 * 60;

/** `10:30` → 630; undefined while it is being typed. */
export function toMinute(time: string) {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  return hour ? Number(hour) * 60 + Number(minute) : undefined;
}

/** An end at or before the start is on the next day. */
export const windowBetween = (start: number, end: number): Window => ({
  start,
  minutes: (end - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES,
});

export const endsNextDay = ({ start, minutes }: Window) => start + minutes > DAY_MINUTES;
