import type { AppointmentState } from "../../contracts/appointment-states.ts";
import type { Settings } from "../../contracts/settings.ts";
import type { AppointmentRow } from "./appointment-table.ts";

const HOUR_MS = 60 * 60_000;

/** What callers may do alone, as the owner has set it. */
export type Policy = Settings["appointments"];

/** Until when, inclusive, the caller may move or cancel a session. */
export const changeDeadline = (startsAt: Date, { freeChangeHours }: Policy) =>
  new Date(startsAt.getTime() - freeChangeHours * HOUR_MS);

/** Whether a session can get a time: it has none, may be moved, or its expert missed it. */
export const isOpen = (state: AppointmentState) =>
  state === "to_schedule" || state === "confirmed" || state === "missed_by_expert";

/** By the server's clock. Without a time, or after the expert missed it, a session can always be changed. */
export const isFreeToChange = (
  { state, startsAt }: Pick<AppointmentRow, "state" | "startsAt">,
  policy: Policy,
  now: Date,
) => state !== "confirmed" || changeDeadline(startsAt!, policy) >= now;

/** Whether the money goes back when a session is cancelled. One that the expert missed is always refunded. */
export const isRefunded = ({ state }: Pick<AppointmentRow, "state">, policy: Policy) =>
  policy.isRefunded || state === "missed_by_expert";
