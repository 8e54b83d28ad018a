import type { Blog } from "../../contracts/blog.ts";
import { formatDay } from "../lib/dates.ts";
import { previewOf, renderArticle } from "./article.ts";

/** What the page of an article shows. */
export const toBlogView = ({ content, ...blog }: Blog) => ({
  ...blog,
  day: formatDay(blog.createdAt),
  html: renderArticle(content),
  preview: previewOf(content),
});
export type BlogView = ReturnType<typeof toBlogView>;
