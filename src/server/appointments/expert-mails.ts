import { callLabel, whoCallsExpert } from "../../contracts/appointments/call-rules.ts";
import { appointmentTimes, formatStart } from "./appointment-times.ts";
import type { CalendarMethod } from "./calendar.ts";
import { type CalendarEntries, type CalendarEntry, hasTime } from "./calendar-entries.ts";
import type { AppointmentDeps } from "./deps.ts";
import type { TimeChange } from "./mail-queue.ts";

const titles: Record<TimeChange, string> = {
  confirmed: "You have a session",
  moved: "Your session was moved",
  cancelled: "A session of yours is cancelled",
  reassigned: "You take over a session",
};

/** An expert without an account gets no mail: the owner gets a notice of every change and informs them. */
export function composeExpertMails(deps: AppointmentDeps, entries: CalendarEntries) {
  const { notifications, findExpertAccount, senderAddress, publicUrl, mails } = deps;
  const action = { label: "Open your desk", url: `${publicUrl}/desk` };

  /** Gmail ignores an invitation whose recipient is its organizer. */
  const isOrganizer = async (email: string) => email.toLowerCase() === (await senderAddress()).toLowerCase();

  async function toExpert(
    { name, email }: { name: string; email: string },
    entry: CalendarEntry,
    { title, text, method }: { title: string; text: string; method: CalendarMethod },
  ) {
    const { callWay: way } = entry;
    return {
      to: email,
      subject: `${title}: ${formatStart(entry.row.startsAt)}`,
      title,
      paragraphs: [`Namaste ${name},`, text],
      details: [
        { label: "What", value: entry.row.title },
        { label: "When", value: appointmentTimes(entry.row).india },
        ...(method === "CANCEL" ? [] : [{ label: callLabel(way), value: whoCallsExpert({ way }) }]),
      ],
      action,
      ...(!(await isOrganizer(email)) && {
        calendar: { method, content: await entries.write(entry, method, email) },
      }),
    };
  }

  notifications.compose(mails.expertChangeMail, async (payload) => {
    const { expertId, change } = payload;
    const [appointment, account] = await Promise.all([entries.findUnchanged(payload), findExpertAccount(expertId)]);
    if (!appointment || !account || appointment.row.expertId !== expertId || !hasTime(appointment)) return undefined;
    const method = change === "cancelled" ? "CANCEL" : "REQUEST";
    return toExpert(account, appointment, { title: titles[change], text: "this is how it stands now.", method });
  });

  notifications.compose(mails.expertTakenMail, async (payload) => {
    const { appointmentId, expertId } = payload;
    const [appointment, account] = await Promise.all([
      entries.findAppointment(appointmentId),
      findExpertAccount(expertId),
    ]);
    // The appointment was assigned back to this expert before the mail was sent.
    if (!appointment || !account || appointment.row.expertId === expertId) return undefined;
    const row = { ...appointment.row, startsAt: new Date(payload.startsAt), endsAt: new Date(payload.endsAt) };
    const news = { title: "Another expert takes your session", text: "this time is free again for you." };
    return toExpert(account, { ...appointment, row }, { ...news, method: "CANCEL" });
  });
}
