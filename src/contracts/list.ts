import { z } from "zod";
import { ID_LENGTH, ID_PATTERN } from "./error.ts";
import { MAX_COUNTED, MAX_PAGE, MAX_SEARCH_LENGTH, PAGE_SIZE, type SortOrder, sortOrders } from "./list-rules.ts";

const MAX_UNPAGED = 1000;

/** Without `page` and `limit` a list is complete, up to the newest 1,000; with either it is a page. */
export const listQuery = z.object({
  page: z.coerce
    .number("Page must be a number.")
    .int("Page must be a whole number.")
    .min(1, "Page starts at 1.")
    .max(MAX_PAGE, "Page is too large.")
    .optional(),
  limit: z.coerce
    .number("Limit must be a number.")
    .int("Limit must be a whole number.")
    .min(1, "Limit must be at least 1.")
    .max(100, "Limit must be at most 100.")
    .optional(),
});
export type ListQuery = z.output<typeof listQuery>;

export function toLimitOffset({ page, limit }: ListQuery) {
  const isPaged = page !== undefined || limit !== undefined;
  const size = limit ?? (isPaged ? PAGE_SIZE : MAX_UNPAGED);
  return { limit: size, offset: ((page ?? 1) - 1) * size };
}

/** A search text. Lone surrogates and control characters become spaces: PostgreSQL rejects some of them. */
export const searchText = (max: number) =>
  z
    .string("Search must be one text.")
    .max(max, `Search must be at most ${max} characters.`)
    .overwrite((text) => text.toWellFormed().replace(/\p{Cc}+/gu, " "));

export const sortField = <const Orders extends readonly SortOrder[]>(orders: Orders) =>
  z
    .enum(orders, `Sort must be one of: ${orders.join(", ")}.`)
    .optional()
    .describe(
      "Newest first by default. `match`, with `q`: what the words mean, the best match first; `relevance` is another name of it.",
    );

const MAX_IDS = 12;

export const searchQuery = listQuery.extend({
  q: searchText(MAX_SEARCH_LENGTH)
    .optional()
    .describe(
      `The texts contain it. Of several words: texts, category or facts contain each, small ones such as “for” aside. \`X-Total-Count\` counts at most ${MAX_COUNTED} matches.`,
    ),
  ids: z
    .string("Ids must be one text.")
    .max(MAX_IDS * (ID_LENGTH + 1) - 1, `Ids can be at most ${MAX_IDS}.`)
    .regex(new RegExp(`^${ID_PATTERN}(?:,${ID_PATTERN})*$`), "Ids must be ids, separated by commas.")
    .optional()
    .describe("Those of these records that exist, in this order. The other parameters are then not applied."),
  sort: sortField(sortOrders),
  match: z
    .enum(["contains", "similar"], "Match must be one of: contains, similar.")
    .optional()
    .describe("`similar`, with `q`: titles that resemble it, the most similar first, for typing errors."),
});
/** The query of any list. Each list accepts only the sort orders of its own contract. */
export type SearchQuery = Omit<z.output<typeof searchQuery>, "sort"> & { sort?: SortOrder | undefined };
