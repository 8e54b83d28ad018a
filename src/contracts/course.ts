import { z } from "zod";
import {
  flag,
  formPublished,
  formVersion,
  keepImages,
  optionalText,
  optionalUrl,
  published,
  requiredRupees,
  requiredText,
} from "./fields.ts";
import { MAX_TITLE_LENGTH } from "./text-limits.ts";

export const course = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  shortDescription: z.string(),
  actualPrice: z.number(),
  offerPrice: z.number(),
  topSelling: z.boolean(),
  image: z.string().nullable(),
  published,
  createdAt: z.iso.datetime(),
  version: z.int().describe("Raised by each update; a form sends back the one it was filled from."),
  groupLink: z.string().optional().describe("Only the owner, and the buyer of a paid order, ever see it."),
});
export type Course = z.infer<typeof course>;

export const courseForm = z
  .object({
    title: requiredText("Title", MAX_TITLE_LENGTH),
    description: optionalText("Description", 20_000),
    shortDescription: optionalText("Short description", 500),
    actualPrice: requiredRupees("Actual price", { min: 1 }),
    offerPrice: requiredRupees("Offer price", { min: 0 }),
    topSelling: flag("Top selling"),
    groupLink: optionalUrl("Group link"),
    published: formPublished,
    keepImages,
    version: formVersion,
  })
  .refine((form) => form.offerPrice <= form.actualPrice, {
    path: ["offerPrice"],
    message: "Offer price cannot be higher than the actual price.",
  });
export type CourseForm = z.output<typeof courseForm>;
