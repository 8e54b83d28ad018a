/** `expert` is linked to one expert of the catalogue and has a customer's rights; only `owner` reaches the admin. */
export const roles = ["customer", "owner", "expert"] as const;
export type Role = (typeof roles)[number];

export const staffRoles = ["owner", "expert"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Addresses that an account can save. */
export const MAX_ADDRESSES = 10;

export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_LENGTH = 60;
/** Long enough for a recovery code with spaces. */
export const MAX_CODE_LENGTH = 40;

export type SecondFactorMethod = "totp" | "passkey" | "recovery";

export const LOGIN_CODE_LENGTH = 6;
/** People type or paste the code with spaces. */
export const LOGIN_CODE_PATTERN = String.raw`\s*(?:\d\s*){6}`;
export const LOGIN_CODE_RULE = "Enter the six digits of the code.";
