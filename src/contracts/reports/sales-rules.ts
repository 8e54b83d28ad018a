export const salesGroups = ["product", "category", "course", "expert", "package"] as const;
export type SalesGroup = (typeof salesGroups)[number];
