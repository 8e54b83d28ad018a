import { z } from "zod";
import { appointmentStates } from "./appointment-states.ts";
import { consultationModes } from "./consultation-items.ts";
import { timeZone } from "./schedule.ts";

/** A session that was bought, with or without a time. */
export const appointment = z.object({
  _id: z.string(),
  title: z.string(),
  mode: z.enum(consultationModes),
  minutes: z.int(),
  expertId: z.string().nullable().describe("Null while nobody is assigned."),
  state: z.enum(appointmentStates),
  startsAt: z.iso.datetime().nullable().describe("An instant; null without a time."),
  endsAt: z.iso.datetime().nullable(),
  zone: z.string().describe("The caller's."),
  canChoose: z.boolean().describe("Whether the caller can choose a time online. Otherwise it is arranged by phone."),
  movesLeft: z.int().describe("How often the caller may still move it online."),
  version: z.int(),
});
export type Appointment = z.output<typeof appointment>;

export const calendarQuery = z.object({
  key: z.string("The key must be text.").max(100, "The key is too long.").optional().describe("From a mail: no login."),
});

export const timeForm = z.object(
  {
    startsAt: z.iso.datetime({ offset: true, error: "The time must be one such as 2026-11-18T05:30:00Z." }).max(40),
    version: z
      .int("Version must be a whole number.")
      .min(1, "Version starts at 1.")
      .max(2_147_483_647, "Version is too large."),
    zone: timeZone.optional().describe("The caller's time zone. Asia/Kolkata, unless given."),
  },
  "The request must be an object with a time and a version.",
);
export type TimeForm = z.input<typeof timeForm>;
