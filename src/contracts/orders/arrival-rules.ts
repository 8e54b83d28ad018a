import type { Arrival } from "./delivery.ts";

/** Such as `Tue`, `24` and `Nov`. Without Intl: browsers write days and months differently. */
const wordsOf = (day: string) => new Date(day).toUTCString().replace(/\b0/, "").split(/,? /);

/** `Tue 24 to Thu 26 Nov`. */
export function formatArrival({ from, to }: Arrival) {
  const [[weekday, date, month], last] = [wordsOf(from), wordsOf(to).slice(0, 3)];
  if (from === to) return last.join(" ");
  return [weekday, date, ...(month === last[2] ? [] : [month]), "to", ...last].join(" ");
}
