/** What an article may mention, shown as cards below it. */
export const mentions = [
  { name: "mentionedProducts", label: "Mentioned products", kind: "products" },
  { name: "mentionedCourses", label: "Mentioned courses", kind: "courses" },
] as const;
export type Mention = (typeof mentions)[number]["name"];

export const MAX_MENTIONED = 6;

export const noMentions: Record<Mention, string[]> = { mentionedProducts: [], mentionedCourses: [] };
