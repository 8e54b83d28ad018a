import { z } from "zod";
import { actors } from "../activity/activity-rules.ts";
import { MAX_NAME_LENGTH } from "../field-rules.ts";
import { optionalUrl, requiredEmail, requiredPhone, requiredText, versionFrom } from "../fields.ts";
import { listQuery } from "../list.ts";
import { appointmentStates, appointmentViews, MAX_LIST_DAYS, outcomes } from "./appointment-rules.ts";
import { callWays } from "./call-rules.ts";
import { consultationModes } from "./consultation-rules.ts";
import { timeZone } from "./schedule.ts";

export const appointment = z.object({
  _id: z.string(),
  title: z.string(),
  mode: z.enum(consultationModes),
  minutes: z.int(),
  expertId: z.string().nullable().describe("Null while nobody is assigned."),
  expertName: z.string().describe("Empty while nobody is assigned."),
  callWay: z
    .enum(callWays)
    .describe("Who calls whom, or both by link. `link_to_come`: by video, and its link is not known yet."),
  state: z.enum(appointmentStates),
  startsAt: z.iso.datetime().nullable().describe("An instant; null without a time."),
  endsAt: z.iso.datetime().nullable(),
  zone: z.string().describe("The caller's."),
  canChoose: z.boolean().describe("Whether the caller can choose a time online. Otherwise it is arranged by phone."),
  movesLeft: z.int().describe("How often the caller may still move it online."),
  changeUntil: z.iso
    .datetime()
    .nullable()
    .describe("Until when, inclusive, the caller may move or cancel it online; null unless it is confirmed."),
  isTimeTaken: z
    .literal(true)
    .optional()
    .describe("The time that was chosen before the payment was taken meanwhile: the caller chooses another one."),
  refund: z
    .number()
    .nullable()
    .describe("Rupees that go back to the buyer when it is cancelled; null where the owner decides about the money."),
  version: z.int(),
  links: z
    .object({
      joinUrl: z.string().describe("The page of the call."),
      roomUrl: z.string().describe("The link of a session by link. Empty before it is known, and once it is over."),
      fileUrl: z.string().describe("The calendar file, without a login."),
      googleUrl: z.string().describe("Opens Google Calendar with a new entry."),
    })
    .optional()
    .describe("On an order, while the session is booked."),
});
export type Appointment = z.output<typeof appointment>;

export const calendarQuery = z.object({
  key: z.string("The key must be text.").max(100, "The key is too long.").optional().describe("From a mail: no login."),
});

const startsAt = z.iso.datetime({ offset: true, error: "The time must be one such as 2026-11-18T05:30:00Z." }).max(40);
const version = versionFrom(1);

export const timeForm = z.object(
  {
    startsAt,
    version,
    zone: timeZone.optional().describe("The caller's time zone. Asia/Kolkata, unless given."),
  },
  "The request must be an object with a time and a version.",
);
export type TimeForm = z.input<typeof timeForm>;

const expertId = z.string("Expert must be text.").max(100, "This is not the id of an expert.");

export const appointmentDetails = appointment.extend({
  orderId: z.string().nullable().describe("Null when the owner booked it for a caller on the phone."),
  caller: z
    .object({ name: z.string(), phone: z.string(), email: z.string() })
    .nullable()
    .describe("Null once the caller's data was erased."),
  isOutsideHours: z.boolean().describe("Confirmed at a time that the expert's hours no longer have."),
  joinUrl: z.string().describe("The page of the call."),
  roomUrl: z.string().describe("The link of a session by link; empty while none is known."),
});
export type AppointmentDetails = z.output<typeof appointmentDetails>;

/** An entry of an appointment's history: its state after a change. */
export const appointmentStep = z.object({
  at: z.iso.datetime(),
  state: z.enum(appointmentStates),
  startsAt: z.iso.datetime().nullable(),
  expertName: z.string().describe("Empty while nobody is assigned."),
  by: z.enum(actors),
});
export type AppointmentStep = z.output<typeof appointmentStep>;

const moment = (label: string) =>
  z.union(
    [z.iso.date(), z.iso.datetime({ offset: true }).max(40)],
    `${label} must be a day like 2026-11-18 or a time like 2026-11-18T05:30:00Z.`,
  );

const span = {
  from: moment("From").optional().describe("An Indian day or an instant. Today, unless given."),
  to: moment("To")
    .optional()
    .describe(`The last day, or the instant that ends the list. A week, unless given; at most ${MAX_LIST_DAYS} days.`),
  expertId: expertId.optional(),
};

export const appointmentQuery = listQuery.extend({
  ...span,
  view: z
    .enum(appointmentViews, `View must be one of: ${appointmentViews.join(", ")}.`)
    .default("all")
    .describe(
      "`all`: held, booked and past sessions of these days, and cancelled ones that had been booked. `attention`, of all days: outside the expert's hours; by video without a link; over without an outcome; paid a day ago and without a time; without an expert.",
    ),
});
export type AppointmentQuery = z.input<typeof appointmentQuery>;

export const hoursQuery = z.object(span);
export type HoursQuery = z.input<typeof hoursQuery>;

export const expertHours = z.object({
  expertId: z.string(),
  name: z.string(),
  hasHours: z.boolean().describe("Whether the expert has weekly hours. Otherwise times are arranged by phone."),
  windows: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
});
export type ExpertHours = z.output<typeof expertHours>;

/** The owner books for a buyer on the phone, without an order and a payment. */
export const phoneBookingForm = z.object(
  {
    expertId,
    mode: z.enum(consultationModes, "Mode must be audio or video."),
    minutes: z.int("Minutes must be a whole number.").min(5, "At least 5 minutes.").max(600, "At most 600 minutes."),
    startsAt,
    zone: timeZone.optional().describe("The caller's. Asia/Kolkata, unless given."),
    name: requiredText("Name", MAX_NAME_LENGTH),
    phone: requiredPhone,
    email: z
      .union([z.literal(""), requiredEmail])
      .default("")
      .describe("Empty: no mails to the caller."),
  },
  "The request must be an object.",
);
export type PhoneBookingForm = z.input<typeof phoneBookingForm>;

export const cancelForm = z.object(
  {
    version,
    refund: z
      .boolean("Refund must be true or false.")
      .optional()
      .describe("For the owner: `false` cancels without a refund. Otherwise the shop's policy decides."),
  },
  "The request must be an object with a version.",
);
export type CancelForm = z.input<typeof cancelForm>;
/** The owner accepts an appointment outside the expert's hours. */
export const keepForm = z.object({ version }, "The request must be an object with a version.");
export type KeepForm = z.input<typeof keepForm>;
export const outcomeForm = z.object(
  { outcome: z.enum(outcomes, `Outcome must be one of ${outcomes.join(", ")}.`), version },
  "The request must be an object with an outcome and a version.",
);
export type OutcomeForm = z.input<typeof outcomeForm>;

export const linkForm = z.object(
  { roomUrl: optionalUrl("Link").describe("Empty: the expert's room counts again."), version },
  "The request must be an object with a link and a version.",
);
export type LinkForm = z.input<typeof linkForm>;

export const reassignForm = z.object(
  { expertId, startsAt: startsAt.optional(), version },
  "The request must be an object with an expert and a version.",
);
export type ReassignForm = z.input<typeof reassignForm>;

export const desk = z.object({
  expert: z
    .object({ _id: z.string(), name: z.string() })
    .nullable()
    .describe("Null while the account is not linked to an expert, or the expert is no longer with the shop."),
  now: z.iso.datetime().describe("By the shop's clock."),
  roomUrl: z.string().describe("The expert's room for video calls; empty while there is none."),
  open: z.array(appointmentDetails).describe("Over, and nobody has said how they went. The earliest first."),
  next: z.array(appointmentDetails).describe("Not over yet. The earliest first."),
  past: z.array(appointmentDetails).describe("Of the last 30 days, with how they ended. The latest first."),
});
export type Desk = z.output<typeof desk>;

export const feedState = z.object({ isOn: z.boolean() });
export type FeedState = z.output<typeof feedState>;

export const newFeed = z.object({
  url: z.string().describe("Shown once: only its hash is stored. A new link ends the one before."),
});
export type NewFeed = z.output<typeof newFeed>;
