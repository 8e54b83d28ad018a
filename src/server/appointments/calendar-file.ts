import { httpError } from "../platform/http/errors.ts";
import type { CalendarEntries } from "./calendar-entries.ts";
import type { Person } from "./change-time.ts";
import { appointmentError } from "./errors.ts";

/** Who wants the file: a logged-in person, or the reader of a mail with the key of its link. */
export interface CalendarReader {
  user: Person | undefined;
  key: string | undefined;
}

/** For the caller and the owner. Other people's sessions are not found. */
export async function readCalendarFile(entries: CalendarEntries, id: string, { user, key }: CalendarReader) {
  if (!user && !key) throw httpError("not_signed_in");
  const entry = await entries.find(id);
  const isOwn = entry && (user?.role === "owner" || user?.id === entry.row.userId);
  if (!entry || !(isOwn || (key && entries.isKey(id, key)))) throw appointmentError("appointment_not_found");
  return entries.write(entry, entry.row.state === "cancelled" ? "CANCEL" : "PUBLISH");
}
