import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { AppointmentRow } from "./appointment-table.ts";

export type CalendarMethod = "REQUEST" | "CANCEL" | "PUBLISH";

export interface CalendarFile {
  row: Pick<AppointmentRow, "id" | "sequence"> & { startsAt: Date; endsAt: Date };
  title: string;
  details: string;
  /** The page of the call. It shows the current room, so a changed room needs no new file. */
  joinUrl: string;
  /** Must be the sender of the mail: mail programs compare them. */
  organizer: { name: string; email: string };
  /** Invitations need one; a file to download must not have any (RFC 5546). */
  attendee?: string;
  publicUrl: string;
  now: Date;
}

const prodId = { company: "Nakshatra", product: "Appointments", language: "EN" };
/** Calendar programs identify an entry by its UID. The expert's feed uses the same UIDs. */
const uidOf = (id: string, publicUrl: string) => `${id}@${new URL(publicUrl).hostname}`;

/** Calendars find an entry by its UID and take the highest SEQUENCE. No intake form: calendars are often shared. */
export function writeCalendar(entry: CalendarFile, method: CalendarMethod) {
  const { row, title, details, joinUrl, organizer, attendee, publicUrl, now } = entry;
  const calendar = ical({ prodId });
  calendar.method(ICalCalendarMethod[method]);
  const event = calendar.createEvent({
    id: uidOf(row.id, publicUrl),
    sequence: row.sequence,
    stamp: now,
    start: row.startsAt,
    end: row.endsAt,
    summary: title,
    description: details,
    url: joinUrl,
    location: joinUrl,
    organizer,
    status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  if (attendee) event.createAttendee({ email: attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED });
  // iCalendar requires CRLF after the last line too.
  return `${calendar.toString()}\r\n`;
}

/** The calendar feed of an expert. The output is deterministic, so that ETags work. */
export function writeFeed(name: string, rows: AppointmentRow[], publicUrl: string) {
  const calendar = ical({ prodId, name, method: ICalCalendarMethod.PUBLISH, ttl: 60 * 60 });
  for (const { id, sequence, createdAt, startsAt, endsAt, minutes, mode } of rows)
    calendar.createEvent({
      id: uidOf(id, publicUrl),
      sequence,
      stamp: createdAt,
      start: startsAt!,
      end: endsAt!,
      summary: `Session, ${minutes} minutes, ${mode}`,
      description: `Caller and join link: ${publicUrl}/desk`,
      url: `${publicUrl}/desk`,
      status: ICalEventStatus.CONFIRMED,
    });
  return `${calendar.toString()}\r\n`;
}

type GoogleEntry = Pick<CalendarFile, "title" | "details" | "joinUrl"> & { row: { startsAt: Date; endsAt: Date } };

const compact = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");

/** Opens Google Calendar with a new entry. For accounts that ignore invitations from unknown senders. */
export function googleCalendarUrl({ row, title, details, joinUrl: location }: GoogleEntry) {
  const dates = `${compact(row.startsAt)}/${compact(row.endsAt)}`;
  const query = new URLSearchParams({ action: "TEMPLATE", text: title, dates, details, location });
  return `https://calendar.google.com/calendar/render?${query}`;
}
