import { useSyncExternalStore } from "react";

export const INDIA = "Asia/Kolkata";

/** The visitor's time zone from the browser; India's if unknown. Some browsers still report `Asia/Calcutta`. */
export function browserZone() {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // Throws for names that are not zones, such as `Etc/Unknown`.
    new Intl.DateTimeFormat("en", { timeZone });
    return !timeZone || timeZone === "Asia/Calcutta" ? INDIA : timeZone;
  } catch {
    return INDIA;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached: creating one is slow, and a page formats hundreds of times. */
function formatFor(timeZone: string) {
  const known = formats.get(timeZone);
  if (known) return known;
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const time = { hour: "numeric", minute: "2-digit", hourCycle: "h12", timeZoneName: "short" } as const;
  const made = new Intl.DateTimeFormat("en-US", { ...day, ...time, timeZone });
  formats.set(timeZone, made);
  return made;
}

type Part = "weekday" | "day" | "month" | "hour" | "minute" | "dayPeriod" | "timeZoneName";

const partsIn = (zone: string, instant: string) =>
  Object.fromEntries(
    formatFor(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  ) as Record<Part, string>;

/** `Tue 18 Nov` */
export function dayIn(zone: string, instant: string) {
  const { weekday, day, month } = partsIn(zone, instant);
  return `${weekday} ${day} ${month}`;
}

/** `11:00 am` */
export function timeIn(zone: string, instant: string) {
  const { hour, minute, dayPeriod } = partsIn(zone, instant);
  return `${hour}:${minute} ${dayPeriod.toLowerCase()}`;
}

/** `IST`, `EST`, `GMT+1` */
const zoneName = (zone: string, instant: string) => (zone === INDIA ? "IST" : partsIn(zone, instant).timeZoneName);

/** `Tue 18 Nov, 11:00 am IST` */
export const momentIn = (zone: string, instant: string) =>
  `${dayIn(zone, instant)}, ${timeIn(zone, instant)} ${zoneName(zone, instant)}`;

/** In Indian time, followed by the time in `zone` when it differs. */
export const momentInBoth = (zone: string, instant: string) =>
  zone === INDIA ? momentIn(INDIA, instant) : `${momentIn(INDIA, instant)} (${momentIn(zone, instant)})`;

/** A text of `momentInBoth`. The line may break only between the two zones. */
export function MomentText({ text }: { text: string }) {
  const [india, abroad] = text.split(" (");
  return (
    <>
      <span className="inline-block">{india}</span>
      {abroad && " "}
      {abroad && <span className="inline-block">({abroad}</span>}
    </>
  );
}

export const Moment = ({ zone, at }: { zone: string; at: string }) => <MomentText text={momentInBoth(zone, at)} />;

const subscribeToNothing = () => () => {};

/** The visitor's zone on server-rendered pages: India's on the server and during hydration. */
export const useBrowserZone = () => useSyncExternalStore(subscribeToNothing, browserZone, () => INDIA);

/** `2026-11-18T11:00` in Indian time: the format of a `datetime-local` field. */
export function toField(instant: string) {
  const text = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: INDIA });
  return text.format(new Date(instant)).replace(" ", "T");
}

export const fromField = (time: string) => `${time}:00+05:30`;

/** `Map.groupBy` is missing in browsers that the shop supports. */
function group(slots: readonly string[], keyOf: (slot: string) => string) {
  const groups = new Map<string, string[]>();
  for (const slot of slots) groups.set(keyOf(slot), [...(groups.get(keyOf(slot)) ?? []), slot]);
  return [...groups];
}

/** Groups instants, sorted by time, by their date in `zone`. */
export const groupByDay = (slots: readonly string[], zone: string) =>
  group(slots, (slot) => dayIn(zone, slot)).map(([day, ofDay]) => ({ day, slots: ofDay }));

const EVENING = 5;

function partOf({ hour, dayPeriod }: Record<Part, string>) {
  if (dayPeriod === "AM") return "Morning";
  return Number(hour) % 12 < EVENING ? "Afternoon" : "Evening";
}

/** Groups the times of one day by part of the day. Parts without times are left out. */
export const groupByPart = (slots: readonly string[], zone: string) =>
  group(slots, (slot) => partOf(partsIn(zone, slot)));
