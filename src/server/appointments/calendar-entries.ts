import { timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { googleCalendarUrl } from "../../contracts/calendar-link.ts";
import { expertSessionTitle } from "../../contracts/consultation-items.ts";
import type { Business } from "../../contracts/settings.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import { type CalendarMethod, writeCalendar } from "./calendar.ts";
import type { AppointmentDeps } from "./service.ts";

/** A session that has or had a time, with what mails and calendars say about it. */
export interface CalendarEntry {
  row: AppointmentRow & { startsAt: Date; endsAt: Date };
  title: string;
  details: string;
  shop: Business;
}

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export function createCalendarEntries(deps: AppointmentDeps) {
  const { db, clock, catalogue, settings, publicUrl, keyedHash, senderAddress } = deps;

  /** A mail's reader is not logged in: the link proves that its reader got the mail. It does not reveal who calls. */
  const keyOf = (id: string) => keyedHash("appointment calendar", id);

  const orderUrl = ({ orderId }: AppointmentRow) => `${publicUrl}/orders/${orderId}`;

  async function titleOf({ expertId, mode, minutes, title }: AppointmentRow) {
    const experts = await catalogue.experts.findMany(expertId ? [expertId] : [], "owner");
    const name = expertId && experts.get(expertId)?.name;
    return `Session with ${name ? expertSessionTitle(name, mode, minutes) : title}`;
  }

  return {
    /** As it is now. Undefined without a time; one that is held, or was left behind by a hold, is not the caller's. */
    async find(id: string): Promise<CalendarEntry | undefined> {
      const [row] = isUuid(id) ? await db.select().from(appointments).where(eq(appointments.id, id)) : [];
      if (!row?.startsAt || !row.endsAt || row.state === "to_schedule" || row.state === "held") return undefined;
      const { startsAt, endsAt } = row;
      const { business: shop } = await settings.read();
      const page = row.orderId ? [`Your session: ${orderUrl(row)}`] : [];
      const details = [...page, `Questions? Call ${shop.phone}.`].join("\n");
      return { row: { ...row, startsAt, endsAt }, title: await titleOf(row), details, shop };
    },

    orderUrl,

    googleUrl: ({ row: { startsAt, endsAt }, title, details }: CalendarEntry) =>
      googleCalendarUrl({ title, startsAt, endsAt, details }),

    /** The file, without a login. */
    fileUrl: ({ row: { id } }: CalendarEntry) => `${publicUrl}/api/appointments/${id}/calendar.ics?key=${keyOf(id)}`,

    isKey: (id: string, key: string) => isEqual(key, keyOf(id)),

    async write({ shop, ...entry }: CalendarEntry, method: CalendarMethod, attendee?: string) {
      const organizer = { name: shop.brand, email: await senderAddress() };
      return writeCalendar({ ...entry, organizer, publicUrl, now: clock.now(), ...(attendee && { attendee }) }, method);
    },
  };
}
export type CalendarEntries = ReturnType<typeof createCalendarEntries>;
