import { z } from "zod";
import { idParams } from "../error.ts";
import { formText, optionalText } from "../fields.ts";
import { inJson, jsonNumber } from "../json-form.ts";
import { listQuery } from "../list.ts";
import { MAX_REASON_LENGTH, MAX_REPLY_LENGTH, MAX_REVIEW_LENGTH, reviewedTypes, reviewStates } from "./review-rules.ts";

export const rating = z
  .object({ average: z.number().describe("Rounded to two decimals."), count: z.int() })
  .describe("Of the published reviews; absent without any.");
export type Rating = z.infer<typeof rating>;

const itemType = z.enum(reviewedTypes, `Item type must be one of: ${reviewedTypes.join(", ")}.`);
const state = z.enum(reviewStates, `State must be one of: ${reviewStates.join(", ")}.`);

/** Multipart, with up to four `photos`. `itemId` is that of the order's line. */
export const reviewForm = z.object({
  orderId: formText("Order"),
  itemId: formText("Item"),
  itemType,
  stars: formText("Stars")
    .refine((raw) => /^[1-5]$/.test(raw), "Choose one to five stars.")
    .transform(Number)
    .register(inJson, jsonNumber("Stars", 1, 5, "integer")),
  text: optionalText("Review", MAX_REVIEW_LENGTH),
});
export type ReviewForm = z.output<typeof reviewForm>;

/** What everybody sees. */
export const review = z.object({
  _id: z.string(),
  stars: z.int(),
  text: z.string(),
  by: z.string().describe("First name and initial, such as “Asha R.”."),
  at: z.iso.datetime(),
  photos: z
    .array(z.string())
    .describe(
      "Paths. Of a review that is not published: addresses for its writer and the owner, which end after half an hour.",
    ),
  reply: z.string().describe("The shop's answer; empty without one."),
});
export type Review = z.infer<typeof review>;

/** What the owner and its writer see as well. */
export const ownReview = review.extend({
  state,
  reason: z.string().describe("Why it was rejected; empty otherwise."),
  orderId: z.string(),
  itemId: z.string().describe("Of the order's line."),
  itemType,
  title: z.string().describe("Of the order's line."),
  url: z.string().describe("The page that shows it."),
});
export type OwnReview = z.infer<typeof ownReview>;

/** A product without its size, a course or an expert. */
export const reviewedItem = z.object({
  itemType,
  itemId: z.string("Item is required.").max(100, "Item is too long.").describe("Experts: their id."),
});
export type ReviewedItem = z.output<typeof reviewedItem>;

export const reviewQuery = listQuery.extend({
  ...reviewedItem.partial().shape,
  state: state.optional().describe("For the owner, who then sees `ownReview` of all items."),
});
export type ReviewQuery = z.output<typeof reviewQuery>;

export const reviewDecision = z.object({
  state: z.enum(["published", "rejected"], "State must be published or rejected."),
  reason: optionalText("Reason", MAX_REASON_LENGTH).describe("Required for a rejection; the buyer reads it."),
  reply: formText("Reply", MAX_REPLY_LENGTH).optional().describe("Absent: unchanged. Empty: removed."),
});
export type ReviewDecision = z.input<typeof reviewDecision>;

export const newReview = z.object({ _id: z.string(), state });
export type NewReview = z.infer<typeof newReview>;

/** Reviews of each number of stars, one star first. */
export const reviewCounts = z.object({ stars: z.array(z.int()).length(5) });
export type ReviewCounts = z.infer<typeof reviewCounts>;

/** `name`: the last part of an address in `photos`. */
export const photoParams = idParams.extend({ name: z.string().max(100) });

const reviewableLine = z.object({
  itemId: z.string(),
  itemType,
  title: z.string(),
  image: z.string().nullable(),
  state: z
    .enum(["ready", "not_yet", "refunded", ...reviewStates])
    .describe("`ready`: can be reviewed. The state of its review when there is one."),
  reviewId: z.string().nullable(),
});

/** The lines of an order for the page behind the mail's link. Without a login it shows titles and pictures only. */
export const reviewPage = z.object({ orderId: z.string(), lines: z.array(reviewableLine) });
export type ReviewPage = z.infer<typeof reviewPage>;
