/** British and Indian English write "Sept"; the shop's months all have three letters. */
const format = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Asia/Kolkata",
});

const time = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZone: "Asia/Kolkata",
});

/** `14 Nov 2026`, the day as it is in India. Asked in loaders: browsers and the server need not agree on such words. */
export function formatDay(moment: string) {
  const parts = Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return `${parts.day} ${parts.month} ${parts.year}`;
}

/** `14 Nov 2026, 10:32 am`, as clocks in India show it. */
export function formatMoment(moment: string) {
  const parts = Object.fromEntries(time.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return `${formatDay(moment)}, ${parts.hour}:${parts.minute} ${parts.dayPeriod?.toLowerCase()}`;
}
