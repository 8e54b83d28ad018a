import { eq } from "drizzle-orm";
import { type CallWay, callWayOf } from "../../contracts/appointments/call-rules.ts";
import { expertItemTitle } from "../../contracts/appointments/consultation-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import type { PlacedAppointment } from "./appointment-view.ts";
import { type CalendarMethod, googleCalendarUrl, writeCalendar } from "./calendar.ts";
import type { JoinLinks } from "./join.ts";
import { readSchedule } from "./open-slots.ts";
import type { AppointmentDeps } from "./service.ts";

export interface ChangePayload {
  appointmentId: string;
  sequence: number;
  change: "confirmed" | "moved" | "cancelled" | "reassigned";
}

/** An appointment with the texts and links that mails and calendars show. */
export interface DescribedAppointment {
  row: AppointmentRow;
  title: string;
  details: string;
  joinUrl: string;
  expertName: string;
  callWay: CallWay;
  shop: Business;
}

/** An appointment that has or had a time. */
export interface CalendarEntry extends DescribedAppointment {
  row: AppointmentRow & { startsAt: Date; endsAt: Date };
}

export const hasTime = (appointment: DescribedAppointment): appointment is CalendarEntry =>
  appointment.row.startsAt !== null;

const titleOf = ({ title, mode, minutes }: Pick<AppointmentRow, "title" | "mode" | "minutes">, expert?: string) =>
  `Session with ${expert ? expertItemTitle(expert, mode, minutes) : title}`;

/** Uses the expert's current name and hours. */
export async function describeCall({ db, catalogue }: Pick<AppointmentDeps, "db" | "catalogue">, row: AppointmentRow) {
  const { expertId, mode } = row;
  const names = await catalogue.expertNames(expertId ? [expertId] : []);
  const expertName = (expertId && names.get(expertId)) || "";
  const schedule = expertId ? await readSchedule(db, expertId) : noSchedule;
  return { title: titleOf(row, expertName), expertName, schedule, callWay: callWayOf(mode, schedule) };
}

export function createCalendarEntries(deps: AppointmentDeps, joinLinks: JoinLinks) {
  const { db, clock, settings, publicUrl, keyedHash, senderAddress } = deps;

  /** Authorises the link in a mail without a login. The file does not reveal who the buyer is. */
  const PURPOSE = "appointment calendar";

  const orderUrl = ({ orderId }: AppointmentRow) => `${publicUrl}/orders/${orderId}`;

  const fileUrl = (id: string) => `${publicUrl}/api/appointments/${id}/calendar.ics?key=${keyedHash(PURPOSE, id)}`;

  function detailsOf({ id, orderId }: Pick<AppointmentRow, "id" | "orderId">, shop: Business) {
    const page = orderId ? [`Your session: ${publicUrl}/orders/${orderId}`] : [];
    return [`Join: ${joinLinks.joinUrl(id)}`, ...page, `Questions? Call ${shop.phone}.`].join("\n");
  }

  async function findAppointment(id: string): Promise<DescribedAppointment | undefined> {
    const [row] = isUuid(id) ? await db.select().from(appointments).where(eq(appointments.id, id)) : [];
    if (!row) return undefined;
    const { business: shop } = await settings.read();
    const { title, expertName, callWay } = await describeCall(deps, row);
    return { row, title, expertName, callWay, details: detailsOf(row, shop), joinUrl: joinLinks.joinUrl(row.id), shop };
  }

  return {
    findAppointment,

    /** Undefined when the appointment has changed since: a newer mail reports the current state. */
    async findUnchanged({ appointmentId, sequence, change }: ChangePayload) {
      const appointment = await findAppointment(appointmentId);
      const state = change === "cancelled" ? "cancelled" : "confirmed";
      return appointment?.row.sequence === sequence && appointment.row.state === state ? appointment : undefined;
    },

    /** Undefined for an appointment without a confirmed time: a held time or one of an expired hold is not booked. */
    async find(id: string): Promise<CalendarEntry | undefined> {
      const found = await findAppointment(id);
      if (!found || !hasTime(found)) return undefined;
      return found.row.state === "to_schedule" || found.row.state === "held" ? undefined : found;
    },

    /** Adds join and calendar links to confirmed appointments. */
    async addLinks(byOrder: Map<string, PlacedAppointment[]>) {
      const booked = [...byOrder].flatMap(([orderId, placed]) =>
        placed.flatMap(({ appointment }) => (appointment.state === "confirmed" ? [{ appointment, orderId }] : [])),
      );
      if (booked.length === 0) return byOrder;
      const { business: shop } = await settings.read();
      for (const { appointment, orderId } of booked) {
        const { _id: id, expertName } = appointment;
        const title = titleOf(appointment, expertName);
        const row = { startsAt: new Date(appointment.startsAt!), endsAt: new Date(appointment.endsAt!) };
        const joinUrl = joinLinks.joinUrl(id);
        const details = detailsOf({ id, orderId }, shop);
        const googleUrl = googleCalendarUrl({ row, title, details, joinUrl });
        appointment.links = { joinUrl, fileUrl: fileUrl(id), googleUrl };
      }
      return byOrder;
    },

    orderUrl,
    fileUrl: ({ row: { id } }: CalendarEntry) => fileUrl(id),

    isKey: (id: string, key: string) => keyedHash.matches(key, PURPOSE, id),

    async write({ shop, ...entry }: CalendarEntry, method: CalendarMethod, attendee?: string) {
      const organizer = { name: shop.brand, email: await senderAddress() };
      return writeCalendar({ ...entry, organizer, publicUrl, now: clock.now(), ...(attendee && { attendee }) }, method);
    },
  };
}
export type CalendarEntries = ReturnType<typeof createCalendarEntries>;
