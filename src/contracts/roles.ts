export const roles = ["customer", "owner"] as const;
export type Role = (typeof roles)[number];
