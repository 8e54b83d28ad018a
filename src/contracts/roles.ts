/** `expert` is linked to one expert of the catalogue and has a customer's rights; only `owner` reaches the admin. */
export const roles = ["customer", "owner", "expert"] as const;
export type Role = (typeof roles)[number];

/** Roles that are given by invitation. */
export const staffRoles = ["owner", "expert"] as const;
export type StaffRole = (typeof staffRoles)[number];
