import { z } from "zod";

export const MAX_UNPAGED = 1000;

/** Without `page` and `limit` a list is whole (the newest 1,000); with either it is a page. */
export const listQuery = z.object({
  page: z.coerce
    .number("Page must be a number.")
    .int("Page must be a whole number.")
    .min(1, "Page starts at 1.")
    .max(1_000_000, "Page is too large.")
    .optional(),
  limit: z.coerce
    .number("Limit must be a number.")
    .int("Limit must be a whole number.")
    .min(1, "Limit must be at least 1.")
    .max(100, "Limit must be at most 100.")
    .optional(),
});
export type ListQuery = z.output<typeof listQuery>;

const PAGE_SIZE = 6;

/** Which rows a query asks for. */
export function toLimitOffset({ page, limit }: ListQuery) {
  const isPaged = page !== undefined || limit !== undefined;
  const size = limit ?? (isPaged ? PAGE_SIZE : MAX_UNPAGED);
  return { limit: size, offset: ((page ?? 1) - 1) * size };
}

/** What somebody searches for. What no keyboard types is a gap between words; the database could not even be asked for it. */
export const searchWords = (max: number) =>
  z
    .string("Search must be one text.")
    .max(max, `Search must be at most ${max} characters.`)
    .overwrite((words) => words.toWellFormed().replace(/\p{Cc}+/gu, " "));

/** A list that can also be searched. */
export const searchQuery = listQuery.extend({ q: searchWords(200).optional() });
export type SearchQuery = z.output<typeof searchQuery>;
