/** The days, such as `2026-11-24`, between which a shipment arrives. */
export interface Arrival {
  from: string;
  to: string;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Tue 24 to Thu 26 Nov`. Without Intl: browsers write days and months differently. */
export function formatArrival({ from, to }: Arrival) {
  const [start, end] = [new Date(from), new Date(to)];
  const dayOf = (date: Date) => `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()}`;
  const monthOf = (date: Date) => ` ${MONTHS[date.getUTCMonth()]}`;
  const last = dayOf(end) + monthOf(end);
  if (from === to) return last;
  return `${dayOf(start)}${monthOf(start) === monthOf(end) ? "" : monthOf(start)} to ${last}`;
}
