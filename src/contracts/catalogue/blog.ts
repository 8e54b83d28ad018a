import { z } from "zod";
import { MAX_TITLE_LENGTH } from "../field-rules.ts";
import { fieldsFor, optionalIdsFact, recordFields, recordFormFields, requiredText } from "../fields.ts";
import { searchQuery } from "../list.ts";
import { MAX_MENTIONED, mentions } from "./blog-rules.ts";

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

export const blogForm = z.object({
  title: requiredText("Title", MAX_TITLE_LENGTH),
  content: requiredText("Content", 100_000),
  ...fieldsFor(mentions, ({ label }) => optionalIdsFact(label, MAX_MENTIONED)),
  ...recordFormFields,
});
export type BlogForm = z.output<typeof blogForm>;
