import type { Business } from "../../contracts/settings.ts";
import type { ComposedMail } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { AppointmentRow } from "./appointment-table.ts";
import type { CalendarEntries, CalendarEntry } from "./calendar-entries.ts";
import { changeDeadline, type Policy } from "./policy.ts";
import type { Reminder } from "./reminders.ts";
import type { AppointmentDeps } from "./service.ts";
import { formatForCaller, formatStart, sessionTimes } from "./session-times.ts";

/** What happened to a session's time. */
export type TimeChange = "confirmed" | "moved" | "cancelled";

/** Whom a mail about a session goes to. */
export interface Caller {
  name: string;
  email: string;
  phone: string;
}

interface ChangePayload {
  appointmentId: string;
  sequence: number;
  change: TimeChange;
}

interface ReminderPayload {
  appointmentId: string;
  sequence: number;
}

const words = {
  confirmed: { title: "Your session is booked", text: "the time of your session is booked." },
  moved: { title: "Your session has a new time", text: "your session was moved to another time." },
  cancelled: { title: "Your session is cancelled", text: "your session does not take place." },
} satisfies Record<TimeChange, object>;

const noticeTitles: Record<TimeChange, string> = {
  confirmed: "A session is booked",
  moved: "A session was moved",
  cancelled: "A session was cancelled",
};

const contactLine = ({ phone, whatsapp }: Business) =>
  `Questions? Answer this mail, call ${phone} or write to https://wa.me/${whatsapp}`;

function timeDetails({ row }: CalendarEntry, callerLabel: string) {
  const { india, caller } = sessionTimes(row);
  return [{ label: "When", value: india }, ...(caller ? [{ label: callerLabel, value: caller }] : [])];
}

/** Until when the caller can move it alone. */
function changeRule({ row }: CalendarEntry, policy: Policy, now: Date) {
  const deadline = changeDeadline(row.startsAt, policy);
  return row.moves < policy.maxMoves && deadline >= now
    ? `You can move it on the page of your order until ${formatForCaller(deadline, row.zone)}.`
    : "If you cannot come, please call us.";
}

/** Mails about the time of a session. Each is composed when it is sent, and sends nothing if it is no longer true. */
export function createAppointmentMails(deps: AppointmentDeps, entries: CalendarEntries) {
  const { notifications, settings, clock, findCaller, publicUrl } = deps;

  /** Undefined when the session was changed since: a newer mail says how it stands. */
  async function findUnchanged({ appointmentId, sequence, change }: ChangePayload) {
    const entry = await entries.find(appointmentId);
    const state = change === "cancelled" ? "cancelled" : "confirmed";
    return entry?.row.sequence === sequence && entry.row.state === state ? entry : undefined;
  }

  /** Undefined once the caller's account is deleted. */
  const callerOf = async ({ row: { orderId } }: CalendarEntry) => (orderId ? findCaller(orderId) : undefined);

  const calendarLinks = (entry: CalendarEntry) => [
    { label: "Add to Google Calendar", url: entries.googleUrl(entry) },
    { label: "Download the calendar file", url: entries.fileUrl(entry) },
  ];

  function toCaller(entry: CalendarEntry, caller: Caller) {
    return {
      to: caller.email,
      details: [{ label: "What", value: entry.title }, ...timeDetails(entry, "Where you are")],
      action: { label: "See your order", url: entries.orderUrl(entry.row) },
      footnote: contactLine(entry.shop),
    };
  }

  const changeMail = notifications.defineMail<ChangePayload>("appointment", async (payload) => {
    const entry = await findUnchanged(payload);
    const caller = entry && (await callerOf(entry));
    if (!caller) return undefined;
    const { title, text } = words[payload.change];
    const { appointments: policy } = await settings.read();
    const isCancelled = payload.change === "cancelled";
    const method = isCancelled ? "CANCEL" : "REQUEST";
    return {
      ...toCaller(entry, caller),
      subject: `${title}: ${formatStart(entry.row.startsAt)}`,
      title,
      paragraphs: [`Namaste ${caller.name},`, text, ...(isCancelled ? [] : [changeRule(entry, policy, clock.now())])],
      links: isCancelled ? [] : calendarLinks(entry),
      calendar: { method, content: await entries.write(entry, method, caller.email) },
    };
  });

  /** Without a calendar file: Gmail ignores an invitation whose recipient is its organizer. */
  const noticeMail = notifications.defineMail<ChangePayload>("appointment-notice", async (payload) => {
    const entry = await findUnchanged(payload);
    if (!entry) return undefined;
    const caller = await callerOf(entry);
    const { orderId } = entry.row;
    const title = noticeTitles[payload.change];
    return {
      to: entry.shop.email,
      ...(caller && { replyTo: { name: caller.name, address: caller.email } }),
      subject: `${title}: ${formatStart(entry.row.startsAt)}`,
      title,
      paragraphs: [],
      details: [
        { label: "What", value: entry.title },
        ...timeDetails(entry, "Where the caller is"),
        ...(caller ? [{ label: "Caller", value: [caller.name, caller.phone, caller.email].join("\n") }] : []),
      ],
      ...(orderId && { action: { label: "Open the order", url: `${publicUrl}/admin/orders/${orderId}` } }),
      links: payload.change === "cancelled" ? [] : calendarLinks(entry),
    } satisfies ComposedMail;
  });

  const reminderMail = notifications.defineMail<ReminderPayload>("appointment-reminder", async (payload) => {
    const entry = await findUnchanged({ ...payload, change: "confirmed" });
    const caller = entry && (await callerOf(entry));
    if (!caller) return undefined;
    return {
      ...toCaller(entry, caller),
      subject: `Your session: ${formatStart(entry.row.startsAt)}`,
      title: "Your session is coming up",
      paragraphs: [`Namaste ${caller.name},`, "we look forward to your session. Please have your questions ready."],
      links: calendarLinks(entry),
    };
  });

  return {
    /** One mail to the caller and one to the owner for each change. */
    async enqueueChange(tx: Transaction, { id, sequence }: AppointmentRow, change: TimeChange) {
      const key = `${id}:${sequence}:${change}`;
      const payload = { appointmentId: id, sequence, change };
      await notifications.enqueueAll(tx, [
        changeMail.toRow({ key: `appointment:${key}`, payload }),
        noticeMail.toRow({ key: `appointment-notice:${key}`, payload }),
      ]);
    },

    async enqueueReminders(reminders: Reminder[]) {
      const rows = reminders.map(({ id, sequence, kind, expiresAt }) => {
        const payload = { appointmentId: id, sequence };
        return reminderMail.toRow({ key: `appointment-reminder:${id}:${sequence}:${kind}`, payload, expiresAt });
      });
      if (rows.length > 0) await notifications.enqueueAll(deps.db, rows);
    },
  };
}
export type AppointmentMails = ReturnType<typeof createAppointmentMails>;
