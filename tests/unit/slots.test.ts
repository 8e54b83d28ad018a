import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noSchedule, type Schedule } from "../../src/contracts/appointments/schedule.ts";
import { type Booking, findSlots } from "../../src/server/appointments/slots.ts";

const MINUTE_MS = 60_000;
const HOUR = 60;
const MONDAY = "2026-11-16";

const at = (text: string) => new Date(text);
const booked = (startsAt: string, blockedUntil: string): Booking => ({
  startsAt: at(startsAt),
  blockedUntil: at(blockedUntil),
});

interface Asked {
  schedule?: Partial<Schedule>;
  bookings?: Booking[];
  now?: string;
  minutes?: number;
  from?: string;
  days?: number;
}

/** The slots on the expert's wall clock: "18 11:00". */
function slotsOf({ schedule = {}, bookings = [], now = "2026-11-15T00:00:00Z", ...query }: Asked) {
  const whole = { ...noSchedule, gapMinutes: 0, noticeMinutes: 0, ...schedule };
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: whole.zone,
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const slots = findSlots({
    minutes: 60,
    from: MONDAY,
    days: 1,
    ...query,
    schedule: whole,
    bookings,
    now: at(now),
  });
  return slots.map((slot) => format.format(slot).replace(",", ""));
}

const monday = (start: number, minutes: number) => ({ weekday: 1, start, minutes });

describe("hours", () => {
  test("steps begin at the window's start, also with a zone of half hours", () => {
    const hours = [monday(9 * HOUR + 10, 3 * HOUR)];
    expect(slotsOf({ schedule: { hours } })).toEqual(["16 09:10", "16 09:40", "16 10:10", "16 10:40", "16 11:10"]);
    expect(slotsOf({ schedule: { hours, zone: "Asia/Kathmandu", stepMinutes: 60 } })).toEqual([
      "16 09:10",
      "16 10:10",
      "16 11:10",
    ]);
  });

  test("a session needs continuous time; windows that touch are one", () => {
    const apart = [monday(9 * HOUR, 60), monday(10 * HOUR + 30, 60)];
    expect(slotsOf({ schedule: { hours: apart }, minutes: 90 })).toEqual([]);
    const touching = [monday(9 * HOUR, 60), monday(10 * HOUR, 60)];
    expect(slotsOf({ schedule: { hours: touching }, minutes: 90 })).toEqual(["16 09:00", "16 09:30"]);
    expect(slotsOf({ schedule: { hours: [monday(9 * HOUR, 59)] } })).toEqual([]);
  });

  test("hours cross midnight and may end at 24:00", () => {
    const night = [monday(22 * HOUR + 30, 3 * HOUR + 30)];
    const schedule = { hours: night, stepMinutes: 60 };
    expect(slotsOf({ schedule, days: 2 })).toEqual(["16 22:30", "16 23:30", "17 00:30"]);
    expect(slotsOf({ schedule, from: "2026-11-17" })).toEqual(["17 00:30"]);
    expect(slotsOf({ schedule: { hours: [monday(23 * HOUR, HOUR)] } })).toEqual(["16 23:00"]);
  });

  test("a date has its own hours or none", () => {
    const hours = [monday(9 * HOUR, 2 * HOUR)];
    const own = { date: MONDAY, windows: [{ start: 15 * HOUR, minutes: HOUR }] };
    expect(slotsOf({ schedule: { hours, overrides: [own] } })).toEqual(["16 15:00"]);
    expect(slotsOf({ schedule: { hours, overrides: [{ date: MONDAY, windows: [] }] } })).toEqual([]);
  });
});

describe("summer time", () => {
  const every = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 0, minutes: 14 * HOUR }));
  const newYork = { hours: every, zone: "America/New_York", stepMinutes: 30 };

  test("13:00 stays 13:00 on the day of the change, and skipped times are not offered", () => {
    const forward = slotsOf({ schedule: newYork, from: "2027-03-14", now: "2027-03-10T00:00:00Z" });
    expect(forward).toContain("14 13:00");
    expect(forward).toContain("14 01:30");
    expect(forward).not.toContain("14 02:00");
    expect(forward).not.toContain("14 02:30");
    expect(forward).toContain("14 03:00");
  });

  test("a repeated time is offered once", () => {
    const back = slotsOf({ schedule: newYork, from: "2026-11-01", now: "2026-10-30T00:00:00Z" });
    expect(back.filter((slot) => slot === "01 01:30")).toHaveLength(1);
    expect(back).toContain("01 13:00");
  });
});

describe("taken times", () => {
  const hours = [monday(9 * HOUR, 4 * HOUR)];

  test("a shorter session inside a longer one is refused, back to back is allowed without a gap", () => {
    const bookings = [booked("2026-11-16T04:30:00Z", "2026-11-16T06:00:00Z")];
    expect(slotsOf({ schedule: { hours }, bookings, minutes: 30 })).toEqual([
      "16 09:00",
      "16 09:30",
      "16 11:30",
      "16 12:00",
      "16 12:30",
    ]);
  });

  test("the gap after a session keeps the next one away, in both directions", () => {
    const bookings = [booked("2026-11-16T05:00:00Z", "2026-11-16T06:15:00Z")];
    expect(slotsOf({ schedule: { hours, gapMinutes: 15 }, bookings })).toEqual(["16 09:00", "16 12:00"]);
  });

  test("notice, horizon and the daily limit are counted from now", () => {
    const asked = { schedule: { hours, noticeMinutes: 4 * HOUR, horizonDays: 7 }, minutes: 60 };
    expect(slotsOf({ ...asked, now: "2026-11-16T00:31:00Z" })[0]).toBe("16 10:30");
    expect(slotsOf({ ...asked, from: "2026-11-23", now: "2026-11-16T00:00:00Z" })).not.toEqual([]);
    expect(slotsOf({ ...asked, from: "2026-11-30", now: "2026-11-16T00:00:00Z" })).toEqual([]);
    const bookings = [booked("2026-11-16T03:30:00Z", "2026-11-16T04:30:00Z")];
    expect(slotsOf({ schedule: { hours, maxPerDay: 1 }, bookings })).toEqual([]);
    expect(slotsOf({ schedule: { hours, maxPerDay: 2 }, bookings })).not.toEqual([]);
  });
});

const windows = fc.record({ start: fc.integer({ min: 0, max: 1439 }), minutes: fc.integer({ min: 5, max: 1440 }) });
const schedules = fc.record({
  zone: fc.constantFrom("Asia/Kolkata", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Berlin"),
  hours: fc.array(
    fc.tuple(fc.integer({ min: 1, max: 7 }), windows).map(([weekday, window]) => ({ weekday, ...window })),
    { maxLength: 8 },
  ),
  overrides: fc.constant<Schedule["overrides"]>([]),
  gapMinutes: fc.integer({ min: 0, max: 60 }),
  stepMinutes: fc.integer({ min: 5, max: 120 }),
  noticeMinutes: fc.integer({ min: 0, max: 2880 }),
  horizonDays: fc.integer({ min: 1, max: 60 }),
  maxPerDay: fc.option(fc.integer({ min: 1, max: 4 })),
  roomUrl: fc.constant(""),
  phone: fc.constant(""),
});

test("every slot is free and outside the notice, and stays offered until a booking blocks it", () => {
  // Across the changes of summer time of each zone.
  const starts = fc.integer({ min: Date.UTC(2026, 9, 1), max: Date.UTC(2027, 4, 1) }).map((ms) => new Date(ms));
  const property = fc.property(schedules, starts, fc.constantFrom(30, 60, 90), (schedule, now, minutes) => {
    const from = new Date(now.getTime()).toISOString().slice(0, 10);
    const bookings: Booking[] = [];
    const find = () => findSlots({ schedule, bookings, now, minutes, from, days: 14 });
    const free = find();
    for (const slot of free)
      expect(slot.getTime() - now.getTime()).toBeGreaterThanOrEqual(schedule.noticeMinutes * MINUTE_MS);
    const taken = free[Math.floor(free.length / 2)];
    if (!taken) return;
    const blockedMs = (minutes + schedule.gapMinutes) * MINUTE_MS;
    bookings.push({ startsAt: taken, blockedUntil: new Date(taken.getTime() + blockedMs) });
    const left = new Set(find().map((slot) => slot.getTime()));
    for (const slot of free) {
      const isApart = Math.abs(slot.getTime() - taken.getTime()) >= blockedMs;
      if (!isApart) expect(left.has(slot.getTime())).toBe(false);
      else if (schedule.maxPerDay === null) expect(left.has(slot.getTime())).toBe(true);
    }
  });
  fc.assert(property, { numRuns: 80 });
});
