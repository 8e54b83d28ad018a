import type { AppointmentRow } from "./appointment-table.ts";
import { appointmentTimes, formatStart } from "./appointment-times.ts";
import { type CalendarEntries, hasTime } from "./calendar-entries.ts";
import type { AppointmentDeps } from "./service.ts";

type Change = "confirmed" | "moved" | "cancelled" | "reassigned";

interface ExpertPayload {
  appointmentId: string;
  expertId: string;
  sequence: number;
  change: Change;
}

/** For the former expert of a reassigned appointment: the time before the reassignment. */
interface TakenPayload {
  appointmentId: string;
  expertId: string;
  startsAt: string;
  endsAt: string;
}

const titles: Record<Change, string> = {
  confirmed: "You have a session",
  moved: "Your session was moved",
  cancelled: "A session of yours is cancelled",
  reassigned: "You take over a session",
};

/**
 * Mails to the account of the assigned expert, without the intake form. An expert without an account gets no mail: the
 * owner gets a notice of every change and informs them.
 */
export function createExpertMails(deps: AppointmentDeps, entries: CalendarEntries) {
  const { notifications, findExpertAccount, senderAddress, publicUrl } = deps;
  const action = { label: "Open your desk", url: `${publicUrl}/desk` };

  /** Gmail ignores an invitation whose recipient is its organizer. */
  const isOrganizer = async (email: string) => email.toLowerCase() === (await senderAddress()).toLowerCase();

  const changeMail = notifications.defineMail<ExpertPayload>("appointment-expert", async (payload) => {
    const { appointmentId, expertId, sequence, change } = payload;
    const [appointment, account] = await Promise.all([
      entries.findAppointment(appointmentId),
      findExpertAccount(expertId),
    ]);
    const state = change === "cancelled" ? "cancelled" : "confirmed";
    // The appointment has changed since: a newer mail reports the current state.
    if (!appointment || appointment.row.sequence !== sequence || appointment.row.state !== state) return undefined;
    if (!account || appointment.row.expertId !== expertId || !hasTime(appointment)) return undefined;
    const method = change === "cancelled" ? "CANCEL" : "REQUEST";
    const title = titles[change];
    return {
      to: account.email,
      subject: `${title}: ${formatStart(appointment.row.startsAt)}`,
      title,
      paragraphs: [`Namaste ${account.name},`, "this is how it stands now."],
      details: [
        { label: "What", value: appointment.row.title },
        { label: "When", value: appointmentTimes(appointment.row).india },
      ],
      action,
      ...(!(await isOrganizer(account.email)) && {
        calendar: { method, content: await entries.write(appointment, method, account.email) },
      }),
    };
  });

  const takenMail = notifications.defineMail<TakenPayload>("appointment-taken", async (payload) => {
    const { appointmentId, expertId } = payload;
    const [appointment, account] = await Promise.all([
      entries.findAppointment(appointmentId),
      findExpertAccount(expertId),
    ]);
    // The appointment was assigned back to this expert before the mail was sent.
    if (!appointment || !account || appointment.row.expertId === expertId) return undefined;
    const row = { ...appointment.row, startsAt: new Date(payload.startsAt), endsAt: new Date(payload.endsAt) };
    const title = "Another expert takes your session";
    return {
      to: account.email,
      subject: `${title}: ${formatStart(row.startsAt)}`,
      title,
      paragraphs: [`Namaste ${account.name},`, "this time is free again for you."],
      details: [
        { label: "What", value: row.title },
        { label: "When", value: appointmentTimes(row).india },
      ],
      action,
      ...(!(await isOrganizer(account.email)) && {
        calendar: { method: "CANCEL", content: await entries.write({ ...appointment, row }, "CANCEL", account.email) },
      }),
    };
  });

  return {
    changeRows({ id, sequence, expertId }: AppointmentRow, change: Change) {
      if (!expertId) return [];
      const payload = { appointmentId: id, expertId, sequence, change };
      return [changeMail.toRow({ key: `appointment-expert:${id}:${sequence}:${change}:${expertId}`, payload })];
    },

    /** Takes the row before the reassignment, with the former expert. */
    takenRows({ id, expertId, startsAt, endsAt }: AppointmentRow, sequence: number) {
      const times = { startsAt: startsAt!.toISOString(), endsAt: endsAt!.toISOString() };
      const payload = { appointmentId: id, expertId: expertId!, ...times };
      return [takenMail.toRow({ key: `appointment-taken:${id}:${sequence}`, payload })];
    },
  };
}
