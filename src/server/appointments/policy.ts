import type { Settings } from "../../contracts/settings/settings.ts";
import { HOUR_MS } from "../platform/clock.ts";
import type { AppointmentRow } from "./appointment-table.ts";

export type Policy = Settings["appointments"];

/** Until when, inclusive, the buyer may move or cancel an appointment. */
export const changeDeadline = (startsAt: Date, { freeChangeHours }: Policy) =>
  new Date(startsAt.getTime() - freeChangeHours * HOUR_MS);

/** Only a confirmed appointment has a deadline: without a time, or after the expert missed it, it can be changed. */
export const isFreeToChange = (
  { state, startsAt }: Pick<AppointmentRow, "state" | "startsAt">,
  policy: Policy,
  now: Date,
) => state !== "confirmed" || changeDeadline(startsAt!, policy) >= now;

/** Whether cancelling an appointment refunds it. An appointment that the expert missed is always refunded. */
export const isRefunded = ({ state }: Pick<AppointmentRow, "state">, policy: Policy) =>
  policy.isRefunded || state === "missed_by_expert";
