import { TIME_ZONE } from "../platform/indian-time.ts";

function writerFor(zone: string) {
  const day = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: zone,
  });
  const time = new Intl.DateTimeFormat("en-GB", {
    hour: "numeric",
    minute: "2-digit",
    hourCycle: "h12",
    timeZone: zone,
  });
  const name = new Intl.DateTimeFormat("en-GB", { timeZoneName: "long", timeZone: zone });
  return {
    day: (date: Date) => day.format(date).replace("Sept", "Sep"),
    time: (date: Date) => time.format(date),
    zone: (date: Date) => name.formatToParts(date).find(({ type }) => type === "timeZoneName")!.value,
  };
}

/** `Wed, 18 Nov 2026, 11:00 am IST`, for subjects. */
export function formatStart(date: Date) {
  const write = writerFor(TIME_ZONE);
  return `${write.day(date)}, ${write.time(date)} IST`;
}

/** `Wed, 18 Nov 2026, 11:00 am to 12:00 pm (India Standard Time)`. Shows the end date only if it differs. */
function formatPeriod(from: Date, to: Date, zone: string) {
  const write = writerFor(zone);
  const end = write.day(to) === write.day(from) ? write.time(to) : `${write.day(to)}, ${write.time(to)}`;
  return `${write.day(from)}, ${write.time(from)} to ${end} (${write.zone(from)})`;
}

/** Whether the clocks of a zone show the same as India's: `Asia/Calcutta` is `Asia/Kolkata`. */
function isIndian(date: Date, zone: string) {
  const [here, india] = [writerFor(zone), writerFor(TIME_ZONE)];
  return here.day(date) === india.day(date) && here.time(date) === india.time(date);
}

/** `Wed, 18 Nov 2026, 11:00 am IST`, and for buyers abroad the same in their zone. */
export function formatForBuyer(date: Date, zone: string) {
  if (isIndian(date, zone)) return formatStart(date);
  const write = writerFor(zone);
  return `${formatStart(date)}, which is ${write.day(date)}, ${write.time(date)} where you are`;
}

/** The appointment's time in India and, if its clocks differ, in the buyer's zone. */
export const appointmentTimes = ({ startsAt, endsAt, zone }: { startsAt: Date; endsAt: Date; zone: string }) => ({
  india: formatPeriod(startsAt, endsAt, TIME_ZONE),
  ...(!isIndian(startsAt, zone) && { caller: formatPeriod(startsAt, endsAt, zone) }),
});
