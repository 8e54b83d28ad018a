import { z } from "zod";
import { optionalPhone, optionalUrl, storedVersion } from "../fields.ts";
import { audioCallWays, callWays } from "./call-rules.ts";

const DAY_MINUTES = 24 * 60;
const MAX_WINDOWS = 50;
const MAX_OVERRIDES = 200;

const whole = (label: string, min: number, max: number) =>
  z
    .int(`${label} must be a whole number.`)
    .min(min, `${label} must be at least ${min}.`)
    .max(max, `${label} must be at most ${max}.`);

/** A time zone by its IANA name. Browsers may still say `Asia/Calcutta`. */
function isZone(name: string) {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

export const timeZone = z
  .string("The time zone must be text.")
  .max(60, "The time zone is too long.")
  .refine(isZone, "This is not a time zone, such as Asia/Kolkata.");

const window = z.object({
  start: whole("The start", 0, DAY_MINUTES - 1).describe("Minutes since midnight, on the expert's wall clock."),
  minutes: whole("The length", 5, DAY_MINUTES).describe("May go on after midnight."),
});
export type Window = z.output<typeof window>;

export const schedule = z.object({
  zone: timeZone,
  hours: z
    .array(window.extend({ weekday: whole("The weekday", 1, 7).describe("1 is Monday.") }), "Hours must be a list.")
    .max(MAX_WINDOWS, `A week can have at most ${MAX_WINDOWS} windows.`),
  overrides: z
    .array(
      z.object({
        date: z.iso.date("The date must be one such as 2026-11-18."),
        windows: z.array(window, "Windows must be a list.").max(10, "A day can have at most 10 windows."),
      }),
      "Dates must be a list.",
    )
    .max(MAX_OVERRIDES, `At most ${MAX_OVERRIDES} dates can have hours of their own.`)
    .describe("Dates with hours of their own; without any, a day off."),
  gapMinutes: whole("The gap", 0, 240).describe("After each session."),
  stepMinutes: whole("The step", 5, 240).describe("Between the times that are offered."),
  noticeMinutes: whole("The notice", 0, 14 * DAY_MINUTES),
  horizonDays: whole("The horizon", 1, 180),
  maxPerDay: whole("Sessions in a day", 1, 50).nullable(),
  roomUrl: optionalUrl("Room for video calls").describe(
    "The link of video sessions without one of their own. For their callers, and at the session's public page from 10 minutes before.",
  ),
  phone: optionalPhone.describe("For audio calls. Empty: the shop's."),
  audioCall: z
    .enum(audioCallWays, `Who calls must be one of: ${audioCallWays.join(", ")}.`)
    .optional()
    .describe("Who calls in audio sessions. `expert_calls`, unless given. Video sessions are by link."),
});
export type Schedule = z.output<typeof schedule>;

export const noSchedule: Schedule = {
  zone: "Asia/Kolkata",
  hours: [],
  overrides: [],
  gapMinutes: 15,
  stepMinutes: 30,
  noticeMinutes: 4 * 60,
  horizonDays: 30,
  maxPerDay: null,
  roomUrl: "",
  phone: "",
};

export const scheduleState = schedule.extend({ version: storedVersion.describe("0 while nothing has been saved.") });
export type ScheduleState = z.output<typeof scheduleState>;

export const scheduleForm = schedule.extend({ version: storedVersion }).superRefine((form, { addIssue }) => {
  if (form.audioCall === "link" && !form.roomUrl)
    addIssue({ code: "custom", path: ["audioCall"], message: "A call by link needs the room for video calls." });
});
export type ScheduleForm = z.input<typeof scheduleForm>;

const MAX_SLOT_DAYS = 31;

export const slotQuery = z.object({
  minutes: z.coerce
    .number("Minutes must be a number.")
    .int("Minutes must be a whole number.")
    .min(5, "Minutes must be at least 5.")
    .max(600, "Minutes must be at most 600."),
  from: z.iso.date("From must be a date such as 2026-11-18.").optional().describe("Today, unless given."),
  days: z.coerce
    .number("Days must be a number.")
    .int("Days must be a whole number.")
    .min(1, "Days must be at least 1.")
    .max(MAX_SLOT_DAYS, `Days must be at most ${MAX_SLOT_DAYS}.`)
    .default(14),
  except: z
    .string("Except must be text.")
    .max(100, "This is not the id of an appointment.")
    .optional()
    .describe(
      "An appointment that is about to move: its own time counts as free. For its caller, its expert and the owner.",
    ),
});
export type SlotQuery = z.output<typeof slotQuery>;

export const slotList = z.object({
  zone: z.string().describe("The expert's."),
  calls: z.object({ audio: z.enum(callWays), video: z.enum(callWays) }).describe("How sessions take place."),
  slots: z.array(z.object({ startsAt: z.iso.datetime() })),
  nextFrom: z.iso.date().nullable().describe("The day after these, to ask for more; null at the end of the horizon."),
});
export type SlotList = z.output<typeof slotList>;

export const nextTimesQuery = slotQuery.pick({ minutes: true });

export const nextTimes = z.object({
  today: z.iso.date().describe("The day in India."),
  times: z
    .array(z.object({ expertId: z.string(), startsAt: z.iso.datetime() }))
    .describe("The next free time of each expert who has one in the next 31 days."),
});
export type NextTimes = z.output<typeof nextTimes>;
