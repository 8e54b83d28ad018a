import { dayIn, INDIA } from "../../appointments/times.tsx";
import { addDays, formatDay, indianToday } from "../../lib/dates.ts";
import { listUrl, listViewAt } from "../../lib/list-view.ts";

export const looks = ["day", "week", "list"] as const;
export type Look = (typeof looks)[number];

/** The state of the page, as stored in the URL. Days are in Indian time. */
export interface AppointmentsView {
  look: Look;
  day: string;
  expert?: string | undefined;
  /** Shows only the sessions that need the owner's attention, of all days. */
  isAttention?: boolean;
  page?: number;
}

const LIST_DAYS = 28;

const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

const isDay = (text: string | null): text is string =>
  text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

export const appointmentsUrl = ({ look, day, expert, isAttention, page }: AppointmentsView) =>
  listUrl("/admin/appointments", {
    ...(isAttention
      ? { view: "attention" }
      : { look: look === "week" ? undefined : look, day: day === indianToday() ? undefined : day }),
    expert,
    page,
  });

/** Reads the view from the query. Without one: this week. */
export function appointmentsViewAt(search: URLSearchParams): AppointmentsView {
  const day = search.get("day");
  return {
    look: looks.find((known) => known === search.get("look")) ?? "week",
    day: isDay(day) ? day : indianToday(),
    expert: search.get("expert") ?? undefined,
    isAttention: search.get("view") === "attention",
    page: listViewAt(search).page,
  };
}

export function daysOf({ look, day }: Pick<AppointmentsView, "look" | "day">) {
  if (look === "day") return { from: day, to: day };
  if (look === "list") return { from: day, to: addDays(day, LIST_DAYS - 1) };
  const monday = mondayOf(day);
  return { from: monday, to: addDays(monday, 6) };
}

const steps: Record<Look, number> = { day: 1, week: 7, list: LIST_DAYS };

export const stepBy = (view: AppointmentsView, direction: 1 | -1): AppointmentsView => ({
  ...view,
  page: 1,
  day: addDays(view.day, direction * steps[view.look]),
});

/** `Tue 17 Nov` */
export const dayName = (day: string) => dayIn(INDIA, `${day}T12:00:00+05:30`);

/** `Tue 17 Nov 2026`, `16 Nov 2026 to 22 Nov 2026` */
export function periodName(view: Pick<AppointmentsView, "look" | "day">) {
  const { from, to } = daysOf(view);
  return from === to ? `${dayName(from)} ${from.slice(0, 4)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
