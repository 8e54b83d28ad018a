import { httpError } from "../platform/http/errors.ts";
import type { CalendarEntries } from "./calendar-entries.ts";
import { appointmentError } from "./errors.ts";
import { actingAs, type Person } from "./find-for.ts";
import type { AppointmentDeps } from "./service.ts";

/** The reader of a calendar file: a logged-in person, or the recipient of a mail whose link has a key. */
export interface CalendarReader {
  user: Person | undefined;
  key: string | undefined;
}

/** For the caller, the assigned expert and the owner. Other people's sessions are not found. */
export async function readCalendarFile(
  deps: AppointmentDeps,
  entries: CalendarEntries,
  id: string,
  { user, key }: CalendarReader,
) {
  if (!user && !key) throw httpError("not_signed_in");
  const entry = await entries.find(id);
  const isOwn = entry && user && (await actingAs(deps, user, entry.row));
  if (!entry || !(isOwn || (key && entries.isKey(id, key)))) throw appointmentError("appointment_not_found");
  return entries.write(entry, entry.row.state === "cancelled" ? "CANCEL" : "PUBLISH");
}
