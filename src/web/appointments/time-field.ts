import { INDIA } from "./times.ts";

/** `2026-11-18T11:00` in Indian time: the format of a `datetime-local` field. */
export function toField(instant: string) {
  const text = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: INDIA });
  return text.format(new Date(instant)).replace(" ", "T");
}

/** The instant of a field's Indian time. */
export const fromField = (time: string) => `${time}:00+05:30`;
