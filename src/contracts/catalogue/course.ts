import { z } from "zod";
import { MAX_TITLE_LENGTH } from "../field-rules.ts";
import {
  fieldsFor,
  flag,
  optionalDayFact,
  optionalFact,
  optionalIdFact,
  optionalText,
  optionalTimeFact,
  optionalUrl,
  optionalWholeNumberFact,
  recordFields,
  recordFormFields,
  requiredRupees,
  requiredText,
} from "../fields.ts";
import { rating } from "../reviews/review.ts";
import { optionalTaxClass } from "../settings/seller-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { MAX_WEEKS, textDetails } from "./course-rules.ts";
import { optionalSyllabus } from "./syllabus.ts";

export const course = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  shortDescription: z.string(),
  actualPrice: z.number(),
  offerPrice: z.number(),
  topSelling: z.boolean(),
  image: z.string().nullable(),
  weeks: z.int().nullable(),
  days: z.string().describe("When classes are held, as text."),
  language: z.string(),
  recordings: z.string().describe("Whether classes are recorded and how long recordings stay."),
  nextStart: z.iso.date().nullable().describe("The page shows it until that day is over in India."),
  startTime: z.string().describe("`09:30`: when that day begins, in Indian time. Empty when it is not known."),
  teacherId: z.string().nullable().describe("An expert; may be a draft or deleted."),
  syllabus: z.array(z.object({ title: z.string(), text: z.string() })),
  rating: rating.optional(),
  ...recordFields,
  groupLink: z.string().optional().describe("Only the owner, and the buyer of a paid order, ever see it."),
  taxClass: z.string().optional().describe("The id of its own tax class. Only the owner sees it."),
});
export type Course = z.infer<typeof course>;

export const courseForm = ({ tax }: Pick<Settings, "tax">) =>
  z
    .object({
      taxClass: optionalTaxClass(tax.classes),
      title: requiredText("Title", MAX_TITLE_LENGTH),
      description: optionalText("Description", 20_000),
      shortDescription: optionalText("Short description", 500),
      actualPrice: requiredRupees("Actual price", { min: 1 }),
      offerPrice: requiredRupees("Offer price", { min: 0 }),
      topSelling: flag("Top selling"),
      groupLink: optionalUrl("Group link"),
      weeks: optionalWholeNumberFact("Weeks", { min: 1, max: MAX_WEEKS }),
      ...fieldsFor(textDetails, ({ label, max }) => optionalFact(label, max)),
      nextStart: optionalDayFact("Next start"),
      startTime: optionalTimeFact("Start time"),
      teacherId: optionalIdFact("Teacher"),
      syllabus: optionalSyllabus,
      ...recordFormFields,
    })
    .refine((form) => form.offerPrice <= form.actualPrice, {
      path: ["offerPrice"],
      message: "Offer price cannot be higher than the actual price.",
    });
export type CourseForm = z.output<ReturnType<typeof courseForm>>;
