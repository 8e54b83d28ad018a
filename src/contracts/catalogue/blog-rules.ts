import type { Blog } from "./blog.ts";

/** What an article may mention, shown as cards below it. Free of zod, because the browser uses it too. */
export const mentions = [
  { name: "mentionedProducts", label: "Mentioned products", kind: "products" },
  { name: "mentionedCourses", label: "Mentioned courses", kind: "courses" },
] as const;
export type Mention = (typeof mentions)[number]["name"];

/** Limit for each kind. */
export const MAX_MENTIONED = 6;

export type BlogMentions = Pick<Blog, Mention>;

export const noMentions: BlogMentions = { mentionedProducts: [], mentionedCourses: [] };
