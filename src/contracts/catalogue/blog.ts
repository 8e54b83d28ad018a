import { z } from "zod";
import { MAX_TITLE_LENGTH } from "../field-rules.ts";
import { optionalIdsFact, recordFields, recordFormFields, requiredText } from "../fields.ts";
import { searchQuery } from "../list.ts";
import { MAX_MENTIONED, type Mention, mentions } from "./blog-rules.ts";

export const blog = z.object({
  _id: z.string(),
  title: z.string(),
  content: z.string().describe("Markdown; line breaks are kept and HTML in it is shown as text."),
  images: z.array(z.string()),
  mentionedProducts: z.array(z.string()).describe("Ids; some may be drafts or deleted."),
  mentionedCourses: z.array(z.string()).describe("Ids; some may be drafts or deleted."),
  ...recordFields,
});
export type Blog = z.infer<typeof blog>;

export const blogQuery = searchQuery.extend({
  olderThan: z
    .uuid("Older than must be the id of an article.")
    .optional()
    .describe("Only articles that are older than this one."),
});
export type BlogQuery = z.output<typeof blogQuery>;

const mentionFields = Object.fromEntries(
  mentions.map(({ name, label }) => [name, optionalIdsFact(label, MAX_MENTIONED)]),
) as Record<Mention, ReturnType<typeof optionalIdsFact>>;

export const blogForm = z.object({
  title: requiredText("Title", MAX_TITLE_LENGTH),
  content: requiredText("Content", 100_000),
  ...mentionFields,
  ...recordFormFields,
});
export type BlogForm = z.output<typeof blogForm>;
