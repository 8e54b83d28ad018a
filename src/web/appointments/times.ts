export const INDIA = "Asia/Kolkata";

/** The visitor's time zone from the browser; India's if unknown. Some browsers still report `Asia/Calcutta`. */
export function callerZone() {
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
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
  const made = new Intl.DateTimeFormat("en-US", { ...day, ...time, timeZone });
  formats.set(timeZone, made);
  return made;
}

type Part = "weekday" | "day" | "month" | "hour" | "minute" | "timeZoneName";

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

/** `11:00` */
export function timeIn(zone: string, instant: string) {
  const { hour, minute } = partsIn(zone, instant);
  return `${hour}:${minute}`;
}

export const hourIn = (zone: string, instant: string) => Number(partsIn(zone, instant).hour);

/** `IST`, `EST`, `GMT+1` */
const zoneName = (zone: string, instant: string) => (zone === INDIA ? "IST" : partsIn(zone, instant).timeZoneName);

/** `Tue 18 Nov, 11:00 IST` */
export const momentIn = (zone: string, instant: string) =>
  `${dayIn(zone, instant)}, ${timeIn(zone, instant)} ${zoneName(zone, instant)}`;

/** In Indian time, followed by the caller's time when the zone differs. */
export const momentInBoth = (zone: string, instant: string) =>
  zone === INDIA ? momentIn(INDIA, instant) : `${momentIn(INDIA, instant)} (${momentIn(zone, instant)})`;
