import { z } from "zod";
import { MAX_NAME_LENGTH } from "../field-rules.ts";
import {
  choice,
  fieldsFor,
  optionalLinesFact,
  optionalRupees,
  optionalText,
  optionalWholeNumber,
  recordFields,
  recordFormFields,
  requiredText,
} from "../fields.ts";
import { rating } from "../reviews/review.ts";
import { listDetails } from "./expert-rules.ts";

export const expertStatuses = ["online", "offline"] as const;

export const expert = z.object({
  _id: z.string(),
  name: z.string(),
  languages: z.string(),
  domain: z.string(),
  price: z.number().nullable().describe("Rupees a minute."),
  audioPrice: z.number().nullable().describe("Rupees a minute by phone; the price where it is not set."),
  videoPrice: z.number().nullable().describe("Rupees a minute by video; the price where it is not set."),
  exp: z.int().nullable().describe("Years of experience."),
  description: z.string(),
  status: z.enum(expertStatuses),
  images: z.array(z.string()),
  topics: z.array(z.string()),
  sampleQuestions: z.array(z.string()),
  hasHours: z.boolean().describe("Whether callers choose a time online. Otherwise it is arranged by phone."),
  rating: rating.optional(),
  ...recordFields,
});
export type Expert = z.infer<typeof expert>;

export const expertForm = z.object({
  name: requiredText("Name", MAX_NAME_LENGTH),
  languages: optionalText("Languages", 300),
  domain: optionalText("Domain", 300),
  price: optionalRupees("Price", { min: 1, max: 100_000 }),
  audioPrice: optionalRupees("Audio price", { min: 1, max: 100_000 }),
  videoPrice: optionalRupees("Video price", { min: 1, max: 100_000 }),
  exp: optionalWholeNumber("Experience", { min: 0, max: 100 }),
  description: optionalText("Description", 20_000),
  status: choice("Status", expertStatuses, "offline"),
  ...fieldsFor(listDetails, ({ label, ...limits }) => optionalLinesFact(label, limits)),
  ...recordFormFields,
});
export type ExpertForm = z.output<typeof expertForm>;
