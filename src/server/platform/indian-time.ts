import { DAY_MS } from "./clock.ts";

/** India has one offset all year. */
const OFFSET_MS = 5.5 * 60 * 60 * 1000;

export const TIME_ZONE = "Asia/Kolkata";

/** `2026-11-14T09:30:00.000+05:30`. */
export const indianTime = (date: Date) => new Date(date.getTime() + OFFSET_MS).toISOString().replace("Z", "+05:30");

/** `2026-11-14`. */
export const indianDay = (date: Date) => indianTime(date).slice(0, 10);

/** Midnight in India. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00+05:30`);

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export function mondayOf(day: string) {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}

const inWords = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZone: TIME_ZONE,
});

/** `14 Nov 2026, 10:32 am`, for mails and sentences. */
export const formatMoment = (date: Date) => inWords.format(date).replace("Sept", "Sep");

/** `14 Nov 2026`. */
export const formatDay = (date: Date) => formatMoment(date).split(",")[0]!;
