import { Temporal } from "temporal-polyfill";
import type { Schedule, Window } from "../../contracts/appointments/schedule.ts";
import { MINUTE_MS } from "../platform/clock.ts";

const DAY_MINUTES = 24 * 60;

/** A time range that is not available: an appointment and the gap after it. */
export interface Booking {
  startsAt: Date;
  blockedUntil: Date;
}

export interface SlotQuery {
  schedule: Schedule;
  bookings: readonly Booking[];
  now: Date;
  minutes: number;
  /** The first day, in the expert's zone: `2026-11-18`. */
  from: string;
  days: number;
}

/** A window on the wall clock, in minutes since midnight of `from`. */
interface WallWindow {
  start: number;
  end: number;
}

/** The windows of a date: its override (empty for a day off), otherwise the windows of the weekday. */
function windowsOn({ hours, overrides }: Schedule, date: Temporal.PlainDate): readonly Window[] {
  const own = overrides.find((override) => override.date === date.toString());
  return own ? own.windows : hours.filter(({ weekday }) => weekday === date.dayOfWeek);
}

type Days = Pick<SlotQuery, "schedule" | "from" | "days">;

/** The windows of the requested days and of one day before and after: windows and appointments may cross midnight. */
function wallWindows({ schedule, from, days }: Days): WallWindow[] {
  const first = Temporal.PlainDate.from(from);
  return Array.from({ length: days + 2 }, (_, index) => index - 1)
    .flatMap((day) =>
      windowsOn(schedule, first.add({ days: day })).map(({ start, minutes }) => ({
        start: day * DAY_MINUTES + start,
        end: day * DAY_MINUTES + start + minutes,
      })),
    )
    .sort((one, other) => one.start - other.start);
}

/** Joins windows that touch or overlap: an appointment may go on from one into the next. */
function joinWindows(windows: WallWindow[]) {
  const joined: WallWindow[] = [];
  for (const { start, end } of windows) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** Turns times of the wall clock into instants. Wall clocks skip times and repeat others when summer time changes. */
function createWallClock(zone: string, from: string) {
  const midnight = Temporal.PlainDate.from(from).toPlainDateTime();
  const zonedAt = (minute: number) =>
    midnight.add({ minutes: minute }).toZonedDateTime(zone, { disambiguation: "earlier" });
  const days = new Map<number, { start: number; hasNoClockChange: boolean }>();

  /** `hasNoClockChange`: the day has no clock change, so minutes can simply be added. This is much faster. */
  function dayOf(minute: number) {
    const day = Math.floor(minute / DAY_MINUTES);
    const known = days.get(day);
    if (known) return known;
    const [start, end] = [zonedAt(day * DAY_MINUTES), zonedAt((day + 1) * DAY_MINUTES)];
    const found = {
      start: start.epochMilliseconds,
      hasNoClockChange: start.offsetNanoseconds === end.offsetNanoseconds,
    };
    days.set(day, found);
    return found;
  }

  /** For a wall-clock time that occurs twice, the first instant. */
  function instantOf(minute: number) {
    const { start, hasNoClockChange } = dayOf(minute);
    const ofDay = minute - Math.floor(minute / DAY_MINUTES) * DAY_MINUTES;
    return hasNoClockChange ? start + ofDay * MINUTE_MS : zonedAt(minute).epochMilliseconds;
  }

  return {
    instantOf,
    isSkipped: (minute: number) =>
      !dayOf(minute).hasNoClockChange &&
      !zonedAt(minute)
        .toPlainDateTime()
        .equals(midnight.add({ minutes: minute })),
  };
}

type WallClock = ReturnType<typeof createWallClock>;

const dateOf = (instant: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate();

export const dayIn = (zone: string, instant: Date) => dateOf(instant, zone).toString();

export const lastDay = ({ zone, horizonDays }: Schedule, now: Date) => dateOf(now, zone).add({ days: horizonDays });

/** The days of the query that can still take an appointment: within the horizon and below the daily limit. */
function openDays({ schedule, bookings, now, from, days }: SlotQuery, clock: WallClock) {
  const { maxPerDay } = schedule;
  const daysLeft = Temporal.PlainDate.from(from).until(lastDay(schedule, now)).days;
  return Array.from({ length: days }, (_, day) => {
    const [start, end] = [clock.instantOf(day * DAY_MINUTES), clock.instantOf((day + 1) * DAY_MINUTES)];
    const booked = bookings.filter(({ startsAt }) => startsAt.getTime() >= start && startsAt.getTime() < end);
    return day <= daysLeft && (maxPerDay === null || booked.length < maxPerDay);
  });
}

/** Possible start times in steps from each window's start. `openUntil` is the end of the joined window. */
function* candidates(query: SlotQuery, clock: WallClock) {
  const windows = wallWindows(query);
  const joined = joinWindows(windows);
  const isOpen = openDays(query, clock);
  for (const { start, end } of windows) {
    const openUntil = joined.find((one) => one.start <= start && one.end >= end)!.end;
    for (let minute = start; minute < end; minute += query.schedule.stepMinutes)
      if (isOpen[Math.floor(minute / DAY_MINUTES)]) yield { minute, openUntil };
  }
}

/** The instants at which an appointment can start, the earliest first. Pure: the clock and the bookings are given. */
export function findSlots(query: SlotQuery): Date[] {
  const { schedule, bookings, now, minutes, from } = query;
  const clock = createWallClock(schedule.zone, from);
  const earliest = now.getTime() + schedule.noticeMinutes * MINUTE_MS;
  const blockedMs = (minutes + schedule.gapMinutes) * MINUTE_MS;
  const taken = bookings.map(({ startsAt, blockedUntil }) => [startsAt.getTime(), blockedUntil.getTime()] as const);
  const found = new Set<number>();
  for (const { minute, openUntil } of candidates(query, clock)) {
    const start = clock.instantOf(minute);
    if (start < earliest || clock.isSkipped(minute)) continue;
    if (start + minutes * MINUTE_MS > clock.instantOf(openUntil)) continue;
    if (taken.every(([begins, ends]) => start >= ends || start + blockedMs <= begins)) found.add(start);
  }
  return [...found].sort((one, other) => one - other).map((start) => new Date(start));
}

/** The opening hours of the requested days as instants, including those of the day before and after. */
export function openTimes(query: Days) {
  const clock = createWallClock(query.schedule.zone, query.from);
  return joinWindows(wallWindows(query)).map(({ start, end }) => ({
    startsAt: new Date(clock.instantOf(start)),
    endsAt: new Date(clock.instantOf(end)),
  }));
}

type OpenTime = ReturnType<typeof openTimes>[number];

/** Memoised by day. Without weekly hours or an override no time is outside: such times are arranged by phone. */
export function createHoursCheck(schedule: Schedule) {
  const known = new Map<string, OpenTime[]>();

  function openOn(day: string) {
    const found = known.get(day) ?? openTimes({ schedule, from: day, days: 1 });
    known.set(day, found);
    return found;
  }

  return function isOutsideHours({ startsAt, endsAt }: OpenTime) {
    const day = dayIn(schedule.zone, startsAt);
    if (schedule.hours.length === 0 && !schedule.overrides.some(({ date }) => date === day)) return false;
    return !openOn(day).some((open) => open.startsAt <= startsAt && open.endsAt >= endsAt);
  };
}
