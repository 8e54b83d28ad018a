import {
  APPOINTMENT_MINUTES,
  type AppointmentMinutes,
  type ConsultationMode,
} from "../../contracts/appointments/consultation-rules.ts";
import { indianDate } from "../lib/dates.ts";
import type { Rate } from "./expert-view.ts";

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** The state of the page, as stored in the URL. */
export interface TimesChoice {
  mode: ConsultationMode;
  minutes: AppointmentMinutes;
  /** The first day that is shown; empty: today. */
  from: string;
  /** The day whose times are shown; empty: none. */
  day: string;
  /** The chosen time; empty: none. */
  at: string;
}

/** Reads the choice from the query. Invalid values count as empty or as the default. */
export function readChoice(query: URLSearchParams, rates: readonly Rate[]): TimesChoice {
  const read = (name: string) => query.get(name) ?? "";
  const at = Number.isNaN(Date.parse(read("at"))) ? "" : new Date(read("at")).toISOString();
  return {
    mode: (rates.find(({ mode }) => mode === read("mode")) ?? rates[0])?.mode ?? "audio",
    minutes: APPOINTMENT_MINUTES.find((minutes) => `${minutes}` === read("minutes")) ?? APPOINTMENT_MINUTES[0],
    from: isDate(read("from")) ? read("from") : "",
    day: isDate(read("day")) ? read("day") : at && indianDate(at),
    at,
  };
}

export function timesPath(expertId: string, choice: Partial<TimesChoice>) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value) query.set(name, `${value}`);
  return `/experts/${expertId}/times?${query}`;
}
