import type { Settings } from "../../contracts/settings.ts";
import type { AppointmentRow } from "./appointment-table.ts";

const HOUR_MS = 60 * 60_000;

/** What callers may do alone, as the owner has set it. */
export type Policy = Settings["appointments"];

/** Until when, inclusive, the caller may move or cancel a session. */
export const changeDeadline = (startsAt: Date, { freeChangeHours }: Policy) =>
  new Date(startsAt.getTime() - freeChangeHours * HOUR_MS);

/** By the server's clock. A session without a time can always be changed. */
export const isFreeToChange = ({ startsAt }: Pick<AppointmentRow, "startsAt">, policy: Policy, now: Date) =>
  !startsAt || changeDeadline(startsAt, policy) >= now;
