import type { Blog } from "./blog.ts";

/** What an article may mention, shown as cards below it. */
export const mentions = [
  { name: "mentionedProducts", label: "Mentioned products", kind: "products" },
  { name: "mentionedCourses", label: "Mentioned courses", kind: "courses" },
] as const;
export type Mention = (typeof mentions)[number]["name"];

export const MAX_MENTIONED = 6;

export const noMentions: Pick<Blog, Mention> = { mentionedProducts: [], mentionedCourses: [] };
