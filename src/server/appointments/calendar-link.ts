/** Free of zod: mails and the browser both link to it. */
interface CalendarEntry {
  title: string;
  startsAt: Date;
  endsAt: Date;
  details: string;
  location: string;
}

/** `20261118T053000Z`. */
const compact = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");

/** Opens Google Calendar with a new entry. For accounts that ignore invitations from unknown senders. */
export function googleCalendarUrl({ title, startsAt, endsAt, details, location }: CalendarEntry) {
  const dates = `${compact(startsAt)}/${compact(endsAt)}`;
  const query = new URLSearchParams({ action: "TEMPLATE", text: title, dates, details, location });
  return `https://calendar.google.com/calendar/render?${query}`;
}
