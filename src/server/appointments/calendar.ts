import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { AppointmentRow } from "./appointment-table.ts";

export type CalendarMethod = "REQUEST" | "CANCEL" | "PUBLISH";

export interface CalendarFile {
  row: Pick<AppointmentRow, "id" | "sequence"> & { startsAt: Date; endsAt: Date };
  title: string;
  details: string;
  /** Must be the sender of the mail: mail programs compare them. */
  organizer: { name: string; email: string };
  /** Invitations need one; a file to download must not have any (RFC 5546). */
  attendee?: string;
  publicUrl: string;
  now: Date;
}

const methods = {
  REQUEST: ICalCalendarMethod.REQUEST,
  CANCEL: ICalCalendarMethod.CANCEL,
  PUBLISH: ICalCalendarMethod.PUBLISH,
};

/**
 * The calendar file of a session. Calendars find its entry by the UID and take the highest SEQUENCE, so both come from
 * the row. Times are UTC. It never contains what the caller tells the expert: calendars are shared.
 */
export function writeCalendar(entry: CalendarFile, method: CalendarMethod) {
  const { row, title, details, organizer, attendee, publicUrl, now } = entry;
  const calendar = ical({ prodId: { company: "Nakshatra", product: "Appointments", language: "EN" } });
  calendar.method(methods[method]);
  const event = calendar.createEvent({
    id: `${row.id}@${new URL(publicUrl).hostname}`,
    sequence: row.sequence,
    stamp: now,
    start: row.startsAt,
    end: row.endsAt,
    summary: title,
    description: details,
    organizer,
    status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  if (attendee) event.createAttendee({ email: attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED });
  // The last line must end as well.
  return `${calendar.toString()}\r\n`;
}
