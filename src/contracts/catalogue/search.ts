import { z } from "zod";
import { searchText } from "../list.ts";
import { MAX_SEARCH_LENGTH } from "../list-rules.ts";

export const searchPageQuery = z.object({
  q: searchText(MAX_SEARCH_LENGTH)
    .optional()
    .describe("Words, names, conditions and prices: “silver ring under 1500”."),
});

const searchItem = z.object({
  _id: z.string(),
  title: z.string(),
  url: z.string().describe("The path of its page."),
  image: z.string().optional(),
  price: z.number().optional().describe("Rupees; of an expert for a minute."),
});
export type SearchItem = z.infer<typeof searchItem>;

const searchGroup = z.object({
  kind: z.enum(["product", "course", "expert", "blog"]),
  total: z.int(),
  items: z.array(searchItem).describe("The best match first, at most 12."),
});
export type SearchGroup = z.infer<typeof searchGroup>;

export const searchReply = z.object({
  query: z.string(),
  groups: z.array(searchGroup),
  near: z
    .array(searchItem)
    .optional()
    .describe("Pieces near to it: when nothing was found, only articles mention the pieces, or `missing` is named."),
  nearExperts: z.array(searchItem).optional().describe("With `near`: experts whose topic it is."),
  missing: z
    .array(
      z.object({
        name: z.string(),
        nearest: z.array(z.string()).describe("What stands nearest to it by tradition; other stones."),
        linked: z.array(z.string()).describe("Facts that tradition links with it, where nothing stands near."),
      }),
    )
    .optional()
    .describe("Names in the search that the shop has nothing of."),
});
export type SearchReply = z.infer<typeof searchReply>;

export const searchScripts = ["latin", "devanagari", "mixed"] as const;
export type SearchScript = (typeof searchScripts)[number];

export const searchCountQuery = z
  .object({
    from: z.iso.date("From must be a day, such as 2026-11-01.").describe("The first day, in Indian time."),
    to: z.iso.date("To must be a day, such as 2026-11-30.").describe("The last day, in Indian time."),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "To must not be before From." });

export const searchCount = z.object({
  day: z.iso.date(),
  term: z.string(),
  script: z.enum(searchScripts),
  found: z.boolean(),
  count: z.int(),
});
export type SearchCount = z.infer<typeof searchCount>;
