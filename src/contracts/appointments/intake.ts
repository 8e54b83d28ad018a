import { z } from "zod";
import { optionalText, requiredText } from "../fields.ts";
import { toTime } from "./appointment-rules.ts";
import {
  BIRTH_DATE_RULE,
  BIRTH_TIME_RULE,
  birthMinute,
  FIRST_BIRTH_DATE,
  MAX_BIRTH_PLACE_LENGTH,
  MAX_QUESTION_LENGTH,
  UNKNOWN_TIME,
} from "./intake-rules.ts";

const isBirthDate = (raw: string) => z.iso.date().safeParse(raw).success && raw >= FIRST_BIRTH_DATE;
const isOpen = (raw: string) => raw === "" || raw === UNKNOWN_TIME;

const flag = (sentence: string) => z.boolean(sentence).default(false);

export const intakeForm = z.object(
  {
    question: requiredText("Your question", MAX_QUESTION_LENGTH),
    birthDate: optionalText("Birth date", 10)
      .refine((raw) => raw === "" || isBirthDate(raw), BIRTH_DATE_RULE)
      .describe("Such as 1990-04-27, or empty."),
    birthTime: optionalText("Birth time", 10)
      .refine((raw) => isOpen(raw) || birthMinute(raw) !== undefined, BIRTH_TIME_RULE)
      .transform((raw) => (isOpen(raw) ? raw : toTime(birthMinute(raw)!)))
      .describe(`Such as 16:15, 4:15 pm, "${UNKNOWN_TIME}" or empty. Kept as 16:15.`),
    birthPlace: optionalText("Birth place", MAX_BIRTH_PLACE_LENGTH),
    consent: z
      .literal(true, "Please agree that we keep this for your session.")
      .describe("That it is kept, encrypted, for the assigned expert and the owner."),
    isChild: flag("isChild must be true or false.").describe("It is about somebody under 18."),
    guardianConsent: flag("guardianConsent must be true or false.").describe(
      "Of a parent or guardian. Required for a child, also when the birth date says so.",
    ),
  },
  "The request must be an object with a question and a consent.",
);
export type IntakeForm = z.input<typeof intakeForm>;

const intakeDetails = z.object({
  question: z.string(),
  birthDate: z.string(),
  birthTime: z.string(),
  birthPlace: z.string(),
  isChild: z.boolean(),
});
export type IntakeDetails = z.output<typeof intakeDetails>;

export const intake = z.object({
  details: intakeDetails.nullable().describe("Null when nothing is kept, or when it can no longer be read."),
  isUnreadable: z.boolean().describe("It is kept, but its key is lost. The caller can write it again."),
  givenAt: z.iso.datetime().nullable().describe("When the caller consented."),
  updatedAt: z.iso.datetime().nullable(),
  guardianConsentedAt: z.iso.datetime().nullable().describe("When a parent consented to the data of a child."),
  canChange: z.boolean().describe("Whether the reader may give or change it: the caller, until the session's end."),
  keptDays: z.int().describe("How long it is kept after the session."),
  expertName: z.string().describe("Who reads it besides the owner. Empty while nobody is assigned."),
});
export type Intake = z.output<typeof intake>;

export const exportedIntake = intake
  .pick({ details: true, isUnreadable: true, givenAt: true, updatedAt: true, guardianConsentedAt: true })
  .extend({ session: z.string(), startsAt: z.iso.datetime().nullable() });
export type ExportedIntake = z.output<typeof exportedIntake>;
