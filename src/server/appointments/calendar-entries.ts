import { eq } from "drizzle-orm";
import { type CallWay, callOf } from "../../contracts/appointments/call-rules.ts";
import { expertItemTitle } from "../../contracts/appointments/consultation-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { httpError } from "../platform/http/errors.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import type { PlacedAppointment } from "./appointment-view.ts";
import { type CalendarMethod, googleCalendarUrl, writeCalendar } from "./calendar.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { actingAs, type Person } from "./find-for.ts";
import type { ChangePayload } from "./mail-queue.ts";
import { readSchedule } from "./open-slots.ts";

/** An appointment with the texts and links that mails and calendars show. */
export interface DescribedAppointment {
  row: AppointmentRow;
  title: string;
  details: string;
  joinUrl: string;
  expertName: string;
  callWay: CallWay;
  /** Empty while no link is known. */
  roomUrl: string;
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
  const { expertId } = row;
  const names = await catalogue.expertNames(expertId ? [expertId] : []);
  const expertName = (expertId && names.get(expertId)) || "";
  const schedule = expertId ? await readSchedule(db, expertId) : noSchedule;
  return { title: titleOf(row, expertName), expertName, schedule, ...callOf(row, schedule) };
}

export function createCalendarEntries(deps: AppointmentDeps) {
  const { db, clock, settings, joinLinks, publicUrl, keyedHash, senderAddress } = deps;

  /** Authorises the link in a mail without a login. The file does not reveal who the buyer is. */
  const PURPOSE = "appointment calendar";

  const orderUrl = ({ orderId }: AppointmentRow) => `${publicUrl}/orders/${orderId}`;

  const fileUrl = (id: string) => `${publicUrl}/api/appointments/${id}/calendar.ics?key=${keyedHash(PURPOSE, id)}`;

  /** Calendars are often shared: the link of a video call is on the page to join, from shortly before. */
  function detailsOf({ id, orderId, mode }: Pick<AppointmentRow, "id" | "orderId" | "mode">, shop: Business) {
    const way = mode === "video" ? "Join by video" : "Your session page";
    const page = orderId ? [`Your session: ${publicUrl}/orders/${orderId}`] : [];
    return [`${way}: ${joinLinks.joinUrl(id)}`, ...page, `Questions? Call ${shop.phone}.`].join("\n");
  }

  async function findAppointment(id: string): Promise<DescribedAppointment | undefined> {
    const [row] = isUuid(id) ? await db.select().from(appointments).where(eq(appointments.id, id)) : [];
    if (!row) return undefined;
    const { business: shop } = await settings.read();
    const { schedule: _, ...call } = await describeCall(deps, row);
    return { row, ...call, details: detailsOf(row, shop), joinUrl: joinLinks.joinUrl(row.id), shop };
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
        placed.flatMap((one) => (one.appointment.state === "confirmed" ? [{ ...one, orderId }] : [])),
      );
      if (booked.length === 0) return byOrder;
      const { business: shop } = await settings.read();
      const now = clock.now();
      for (const { appointment, roomUrl, orderId } of booked) {
        const { _id: id, expertName, mode } = appointment;
        const title = titleOf(appointment, expertName);
        const row = { startsAt: new Date(appointment.startsAt!), endsAt: new Date(appointment.endsAt!) };
        const joinUrl = joinLinks.joinUrl(id);
        const details = detailsOf({ id, orderId, mode }, shop);
        const googleUrl = googleCalendarUrl({ row, title, details, joinUrl });
        appointment.links = { joinUrl, fileUrl: fileUrl(id), googleUrl, roomUrl: row.endsAt > now ? roomUrl : "" };
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

/** The reader of a calendar file: a logged-in person, or the recipient of a mail whose link has a key. */
export interface CalendarReader {
  user: Person | undefined;
  key: string | undefined;
}

/** For the buyer, the assigned expert and the owner. Other people's appointments are not found. */
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
