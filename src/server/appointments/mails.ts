import { JOIN_MINUTES_BEFORE } from "../../contracts/appointments/appointment-rules.ts";
import { whoCalls } from "../../contracts/appointments/call-rules.ts";
import { type ComposedMail, contactLine } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { formatPaise } from "../platform/format-paise.ts";
import type { AppointmentRow } from "./appointment-table.ts";
import { appointmentTimes, formatForBuyer, formatStart } from "./appointment-times.ts";
import { phoneBuyer } from "./appointment-view.ts";
import { googleCalendarUrl } from "./calendar.ts";
import {
  type CalendarEntries,
  type CalendarEntry,
  type ChangePayload,
  type DescribedAppointment,
  hasTime,
} from "./calendar-entries.ts";
import { createExpertMails } from "./expert-mails.ts";
import { changeDeadline, type Policy } from "./policy.ts";
import type { Reminder } from "./reminders.ts";
import type { AppointmentDeps } from "./service.ts";

type TimeChange = ChangePayload["change"];

/** What the mail says about the money of a cancelled appointment; undefined for nothing. */
export type MoneyNote = { refundPaise: number } | "to_decide";

export interface Buyer {
  name: string;
  email: string;
  phone: string;
}

type MoneyPayload = ChangePayload & { money?: MoneyNote | undefined };

const words = {
  confirmed: { title: "Your session is booked", text: "the time of your session is booked." },
  moved: { title: "Your session has a new time", text: "your session was moved to another time." },
  cancelled: { title: "Your session is cancelled", text: "your session does not take place." },
  reassigned: { title: "Your session is with another expert", text: "another of our experts takes your session." },
} satisfies Record<TimeChange, object>;

const noticeTitles: Record<TimeChange, string> = {
  confirmed: "A session is booked",
  moved: "A session was moved",
  cancelled: "A session was cancelled",
  reassigned: "A session has another expert",
};

const refundTexts = (money: MoneyNote | undefined, to: "caller" | "owner") => {
  if (!money) return [];
  if (money === "to_decide")
    return to === "caller"
      ? ["We get in touch with you about your payment."]
      : ["Nothing was refunded. Please decide about a refund and tell the caller."];
  const amount = formatPaise(money.refundPaise);
  return to === "caller"
    ? [`We refund ${amount} to the account or card you paid with.`]
    : [`${amount} goes back to the caller.`];
};

function timeDetails(appointment: DescribedAppointment, buyerLabel: string) {
  if (!hasTime(appointment)) return [];
  const { row } = appointment;
  const { india, caller } = appointmentTimes(row);
  return [{ label: "When", value: india }, ...(caller ? [{ label: buyerLabel, value: caller }] : [])];
}

const whoCallsIn = ({ callWay: way, expertName }: DescribedAppointment, { phone }: Buyer) =>
  whoCalls({ way, expertName, phone: phone || "your number" });

/** The appointment may have no time. */
const subjectOf = (title: string, { row: { startsAt } }: DescribedAppointment) =>
  startsAt ? `${title}: ${formatStart(startsAt)}` : title;

/** Explains until when the buyer can move the appointment without calling the shop. */
function changeRule({ row }: CalendarEntry, policy: Policy, now: Date) {
  const deadline = changeDeadline(row.startsAt, policy);
  return row.orderId && row.moves < policy.maxMoves && deadline >= now
    ? `You can move it on the page of your order until ${formatForBuyer(deadline, row.zone)}.`
    : "If you cannot come, please call us.";
}

/** Mails about the time of an appointment. Each is composed when it is sent, and skipped if it is outdated. */
export function createAppointmentMails(deps: AppointmentDeps, entries: CalendarEntries) {
  const { notifications, settings, clock, orders, publicUrl } = deps;

  /** Undefined or null once the data is erased. */
  const buyerOf = async ({ row }: DescribedAppointment) =>
    row.orderId ? (await orders.findBuyers([row.orderId])).get(row.orderId) : phoneBuyer(row);

  /** Undefined for a buyer on the phone without an e-mail address. */
  async function recipientOf(appointment: DescribedAppointment) {
    const caller = await buyerOf(appointment);
    return caller?.email ? caller : undefined;
  }

  const calendarLinks = (entry: CalendarEntry) => [
    { label: "Add to Google Calendar", url: googleCalendarUrl(entry) },
    { label: "Download the calendar file", url: entries.fileUrl(entry) },
  ];

  const buyerLinks = (entry: CalendarEntry) => [
    { label: "Join your session", url: entry.joinUrl },
    ...calendarLinks(entry),
  ];

  function toBuyer(entry: DescribedAppointment, caller: Buyer) {
    return {
      to: caller.email,
      details: [
        { label: "What", value: entry.title },
        ...timeDetails(entry, "Where you are"),
        ...(entry.row.state === "cancelled" ? [] : [{ label: "Who calls", value: whoCallsIn(entry, caller) }]),
      ],
      ...(entry.row.orderId && { action: { label: "See your order", url: entries.orderUrl(entry.row) } }),
      footnote: contactLine(entry.shop),
    };
  }

  const changeMail = notifications.defineMail<MoneyPayload>("appointment", async (payload) => {
    const appointment = await entries.findUnchanged(payload);
    const caller = appointment && (await recipientOf(appointment));
    if (!caller) return undefined;
    const { title, text } = words[payload.change];
    const { appointments: policy } = await settings.read();
    const isCancelled = payload.change === "cancelled";
    const isOn = !isCancelled && hasTime(appointment);
    const method = isCancelled ? "CANCEL" : "REQUEST";
    return {
      ...toBuyer(appointment, caller),
      subject: subjectOf(title, appointment),
      title,
      paragraphs: [
        `Namaste ${caller.name},`,
        text,
        ...refundTexts(payload.money, "caller"),
        ...(isOn ? [changeRule(appointment, policy, clock.now())] : []),
      ],
      links: isOn ? buyerLinks(appointment) : [],
      ...(hasTime(appointment) && {
        calendar: { method, content: await entries.write(appointment, method, caller.email) },
      }),
    };
  });

  /** Without a calendar file: Gmail ignores an invitation whose recipient is its organizer. */
  const noticeMail = notifications.defineMail<MoneyPayload>("appointment-notice", async (payload) => {
    const entry = await entries.findUnchanged(payload);
    if (!entry) return undefined;
    const caller = await buyerOf(entry);
    const isOn = payload.change !== "cancelled" && hasTime(entry);
    const { orderId } = entry.row;
    const title = noticeTitles[payload.change];
    return {
      to: entry.shop.email,
      ...(caller?.email && { replyTo: { name: caller.name, address: caller.email } }),
      subject: subjectOf(title, entry),
      title,
      paragraphs: refundTexts(payload.money, "owner"),
      details: [
        { label: "What", value: entry.title },
        ...timeDetails(entry, "Where the caller is"),
        ...(caller
          ? [{ label: "Caller", value: [caller.name, caller.phone, caller.email].filter(Boolean).join("\n") }]
          : []),
      ],
      ...(orderId && { action: { label: "Open the order", url: `${publicUrl}/admin/orders/${orderId}` } }),
      links: isOn ? calendarLinks(entry) : [],
    } satisfies ComposedMail;
  });

  const reminderMail = notifications.defineMail<Omit<ChangePayload, "change">>(
    "appointment-reminder",
    async (payload) => {
      const entry = await entries.findUnchanged({ ...payload, change: "confirmed" });
      const caller = entry && (await recipientOf(entry));
      if (!caller || !hasTime(entry)) return undefined;
      return {
        ...toBuyer(entry, caller),
        subject: `Your session: ${formatStart(entry.row.startsAt)}`,
        title: "Your session is coming up",
        paragraphs: [
          `Namaste ${caller.name},`,
          `we look forward to your session. Please have your questions ready. You can join from ${JOIN_MINUTES_BEFORE} minutes before: ${entry.joinUrl}`,
        ],
        links: buyerLinks(entry),
      };
    },
  );

  const assignedMail = notifications.defineMail<{ appointmentId: string; version: number }>(
    "appointment-assigned",
    async ({ appointmentId, version }) => {
      const appointment = await entries.findAppointment(appointmentId);
      if (appointment?.row.version !== version || appointment.row.state !== "to_schedule") return undefined;
      const caller = await recipientOf(appointment);
      if (!caller) return undefined;
      return {
        ...toBuyer(appointment, caller),
        subject: "The expert of your session",
        title: "The expert of your session",
        paragraphs: [
          `Namaste ${caller.name},`,
          "we have found the expert for your session. On the page of your order you see how its time is chosen.",
        ],
      };
    },
  );

  const expertMails = createExpertMails(deps, entries);

  return {
    /** One mail to the buyer, one to the owner and one to the expert for each change. */
    async enqueueChange(tx: Transaction, row: AppointmentRow, change: TimeChange, money?: MoneyNote) {
      const { id, sequence } = row;
      const key = `${id}:${sequence}:${change}`;
      const payload = { appointmentId: id, sequence, change, money };
      await notifications.enqueueAll(tx, [
        changeMail.toRow({ key: `appointment:${key}`, payload }),
        noticeMail.toRow({ key: `appointment-notice:${key}`, payload }),
        ...expertMails.changeRows(row, change),
      ]);
    },

    /** Enqueues the mails about a new expert. The former expert of a confirmed appointment gets a mail too. */
    async enqueueReassigned(tx: Transaction, before: AppointmentRow, after: AppointmentRow) {
      const { id, sequence, version } = after;
      const isAssigned = after.state === "to_schedule";
      const isFirstTime = before.state === "to_schedule" && !isAssigned;
      if (isAssigned)
        await assignedMail.enqueue(tx, {
          key: `appointment-assigned:${id}:${version}`,
          payload: { appointmentId: id, version },
        });
      else await this.enqueueChange(tx, after, isFirstTime ? "confirmed" : "reassigned");
      if (before.state === "confirmed") await notifications.enqueueAll(tx, expertMails.takenRows(before, sequence));
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
