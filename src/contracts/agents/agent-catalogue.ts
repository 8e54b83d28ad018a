import { z } from "zod";
import { searchText } from "../list.ts";
import { MAX_FILTER_RUPEES, MAX_SEARCH_LENGTH } from "../list-rules.ts";
import { toPaise } from "../money.ts";

const MAX_LOOKUP_IDS = 50;
/** A product, a variant, or the title of a consultation package. */
const itemId = z.string().min(1).max(200);
const name = z.string().max(100);
const paise = z.int().min(0).max(toPaise(MAX_FILTER_RUPEES)).optional();

const filtered = z.object({
  filters: z
    .object({
      categories: z
        .array(name)
        .max(20)
        .optional()
        .describe("Any of these. `Courses` and `Consultations` are two of them."),
      price: z.object({ min: paise, max: paise }).optional().describe("In paise."),
    })
    .optional(),
  context: z.object({ currency: z.string().max(10).optional().describe("Prices are in INR.") }).optional(),
});
export type FilteredRequest = z.output<typeof filtered>;

export const searchRequest = filtered
  .extend({
    query: searchText(MAX_SEARCH_LENGTH).optional(),
    pagination: z
      .object({
        cursor: z.string().max(40).optional(),
        limit: z.int().min(1).max(1000).optional().describe("10 by default; more than 50 count as 50."),
      })
      .optional(),
  })
  .refine(({ query, filters }) => query?.trim() || filters, "Give a query or filters.");

export const lookupRequest = filtered.extend({
  ids: z.array(itemId).min(1).max(MAX_LOOKUP_IDS).describe("Ids of products or variants."),
});

const selectedOption = z.object({ name, label: name });
export type SelectedOption = z.output<typeof selectedOption>;

export const productRequest = filtered.extend({
  id: itemId.describe("The id of a product or variant."),
  selected: z.array(selectedOption).max(10).optional(),
});
