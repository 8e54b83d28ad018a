import { z } from "zod";
import { searchText } from "../list.ts";
import { MAX_SEARCH_LENGTH } from "../list-rules.ts";
import { listFacts } from "./product-rules.ts";

/** In the order of equally good matches. */
export const suggestionKinds = [
  "category",
  "subCategory",
  "stone",
  ...listFacts.map(({ kind }) => kind),
  "expert",
  "course",
  "product",
] as const;

export const suggestion = z.object({
  kind: z.enum(suggestionKinds),
  label: z.string(),
  url: z.string().describe("The path of its page."),
  count: z.int().optional().describe("Published pieces; absent for experts, courses and products."),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggestionQuery = z.object({ q: searchText(MAX_SEARCH_LENGTH).optional() });
