import { JOIN_MINUTES_BEFORE } from "../../contracts/appointments/appointment-rules.ts";
import { callLabel, whoCalls } from "../../contracts/appointments/call-rules.ts";
import { type ComposedMail, contactLine } from "../notifications/service.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { appointmentTimes, formatForBuyer, formatStart } from "./appointment-times.ts";
import { type Buyer, phoneBuyer } from "./appointment-view.ts";
import { googleCalendarUrl } from "./calendar.ts";
import { type CalendarEntries, type CalendarEntry, type DescribedAppointment, hasTime } from "./calendar-entries.ts";
import type { AppointmentDeps } from "./deps.ts";
import { composeExpertMails } from "./expert-mails.ts";
import type { ChangePayload, MoneyNote } from "./mail-queue.ts";
import { changeDeadline, type Policy } from "./policy.ts";

type TimeChange = ChangePayload["change"];

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

const callDetail = ({ callWay: way, expertName, roomUrl }: DescribedAppointment, { phone }: Buyer) => ({
  label: callLabel(way),
  value: whoCalls({ way, expertName, phone: phone || "your number", roomUrl }),
});

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

/** What mails about the time of an appointment say. Each is composed when it is sent, and skipped if it is outdated. */
export function composeAppointmentMails(deps: AppointmentDeps, entries: CalendarEntries) {
  const { notifications, settings, clock, orders, publicUrl, mails } = deps;

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
    ...(entry.roomUrl ? [{ label: "Open the video call", url: entry.roomUrl }] : []),
    { label: "Open your session page", url: entry.joinUrl },
    ...calendarLinks(entry),
  ];

  function toBuyer(entry: DescribedAppointment, caller: Buyer) {
    return {
      to: caller.email,
      details: [
        { label: "What", value: entry.title },
        ...timeDetails(entry, "Where you are"),
        ...(entry.row.state === "cancelled" ? [] : [callDetail(entry, caller)]),
      ],
      ...(entry.row.orderId && { action: { label: "See your order", url: entries.orderUrl(entry.row) } }),
      footnote: contactLine(entry.shop),
    };
  }

  notifications.compose(mails.changeMail, async (payload) => {
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
  notifications.compose(mails.noticeMail, async (payload) => {
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
        ...(isOn && entry.callWay === "link_to_come"
          ? [{ label: "Link", value: "None yet: it can be given under Appointments." }]
          : []),
      ],
      ...(orderId && { action: { label: "Open the order", url: `${publicUrl}/admin/orders/${orderId}` } }),
      links: isOn ? calendarLinks(entry) : [],
    } satisfies ComposedMail;
  });

  notifications.compose(mails.reminderMail, async (payload) => {
    const entry = await entries.findUnchanged({ ...payload, change: "confirmed" });
    const caller = entry && (await recipientOf(entry));
    if (!caller || !hasTime(entry)) return undefined;
    return {
      ...toBuyer(entry, caller),
      subject: `Your session: ${formatStart(entry.row.startsAt)}`,
      title: "Your session is coming up",
      paragraphs: [
        `Namaste ${caller.name},`,
        `we look forward to your session. Please have your questions ready. ${
          entry.callWay === "link_to_come"
            ? "You get its link by mail, and it is then on this page too"
            : "You can join"
        } from ${JOIN_MINUTES_BEFORE} minutes before: ${entry.joinUrl}`,
      ],
      links: buyerLinks(entry),
    };
  });

  /** Skipped when the link has changed since: a newer mail has it. */
  notifications.compose(mails.linkMail, async ({ appointmentId, roomUrl }) => {
    const entry = await entries.findAppointment(appointmentId);
    const caller = entry && (await recipientOf(entry));
    if (!caller || !hasTime(entry) || entry.row.state !== "confirmed" || entry.roomUrl !== roomUrl) return undefined;
    const title = "The link of your session";
    return {
      ...toBuyer(entry, caller),
      subject: subjectOf(title, entry),
      title,
      paragraphs: [
        `Namaste ${caller.name},`,
        "here is the link of your session. Please open it when your session begins.",
      ],
      links: buyerLinks(entry),
    };
  });

  notifications.compose(mails.assignedMail, async ({ appointmentId, version }) => {
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
  });

  composeExpertMails(deps, entries);
}
