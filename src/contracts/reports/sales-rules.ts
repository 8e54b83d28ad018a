export const salesGroups = ["product", "size", "category", "course", "expert", "package"] as const;
export type SalesGroup = (typeof salesGroups)[number];
