import { z } from "zod";
import { formPublished, formVersion, keepImages, published, requiredText } from "./fields.ts";
import { MAX_TITLE_LENGTH } from "./text-limits.ts";

export const blog = z.object({
  _id: z.string(),
  title: z.string(),
  content: z.string().describe("Markdown; line breaks are kept and HTML in it is shown as text."),
  images: z.array(z.string()),
  published,
  createdAt: z.iso.datetime(),
  version: z.int().describe("Raised by each update; a form sends back the one it was filled from."),
});
export type Blog = z.infer<typeof blog>;

export const blogForm = z.object({
  title: requiredText("Title", MAX_TITLE_LENGTH),
  content: requiredText("Content", 100_000),
  published: formPublished,
  keepImages,
  version: formVersion,
});
export type BlogForm = z.output<typeof blogForm>;
