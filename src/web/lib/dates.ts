export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** India has no daylight saving time. */
const INDIAN_OFFSET_MS = 5.5 * 60 * MINUTE_MS;

/** `2026-11-14`: the date in India. */
export const indianDate = (instant: string | number) =>
  new Date(new Date(instant).getTime() + INDIAN_OFFSET_MS).toISOString().slice(0, 10);

export const indianToday = () => indianDate(Date.now());

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** en-GB and en-IN write "Sept"; the shop writes all months with three letters. */
const format = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZone: "Asia/Kolkata",
});

const partsOf = (moment: string) =>
  Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));

/** `14 Nov 2026` in Indian time. Call it in loaders: server and browser may format dates differently. */
export function formatDay(moment: string) {
  const { day, month, year } = partsOf(moment);
  return `${day} ${month} ${year}`;
}

/** `14 Nov 2026, 10:32 am` in Indian time. */
export function formatMoment(moment: string) {
  const { hour, minute, dayPeriod } = partsOf(moment);
  return `${formatDay(moment)}, ${hour}:${minute} ${dayPeriod?.toLowerCase()}`;
}
