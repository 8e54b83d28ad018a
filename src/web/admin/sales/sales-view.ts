import { type SalesGroup, salesGroups } from "../../../contracts/reports/sales-rules.ts";

export interface SalesView {
  by: SalesGroup;
  /** `2026-11-14`, in Indian time. */
  from: string;
  to: string;
}

export type Span = Pick<SalesView, "from" | "to">;

export const salesSearch = ({ by, from, to }: SalesView) => `${new URLSearchParams({ by, from, to })}`;
export const salesUrl = (view: SalesView) => `/admin/sales?${salesSearch(view)}`;

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

function dayBefore(day: string) {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

export function presetsOn(today: string): Record<string, Span> {
  const first = firstOfMonth(today);
  const lastMonthEnd = dayBefore(first);
  return {
    "This month": { from: first, to: today },
    "Last month": { from: firstOfMonth(lastMonthEnd), to: lastMonthEnd },
    "This year": { from: `${today.slice(0, 4)}-01-01`, to: today },
  };
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

/** Reads the view from the query. Unknown values mean this month by product; days in the wrong order are swapped. */
export function salesViewAt(search: URLSearchParams, today: string): SalesView {
  const by = salesGroups.find((known) => known === search.get("by")) ?? "product";
  const [from, to] = [search.get("from"), search.get("to")];
  if (!isDay(from) || !isDay(to)) return { by, ...presetsOn(today)["This month"]! };
  return from <= to ? { by, from, to } : { by, from: to, to: from };
}
