import type { Limit } from "../platform/http/rate-limit.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

export const loginByAddress: Limit = { what: "login-address", tries: 10, seconds: QUARTER_HOUR };
export const loginByAccount: Limit = { what: "login-account", tries: 10, seconds: QUARTER_HOUR };
export const registerByAddress: Limit = { what: "register-address", tries: 10, seconds: HOUR };
export const registerByAccount: Limit = { what: "register-account", tries: 10, seconds: HOUR };
export const forgotByAddress: Limit = { what: "forgot-address", tries: 5, seconds: HOUR };
export const forgotByAccount: Limit = { what: "forgot-account", tries: 5, seconds: HOUR };
/** Counts invalid links only. */
export const resetByAddress: Limit = { what: "reset-address", tries: 10, seconds: QUARTER_HOUR };
/** Every password change costs a hash and a mail. */
export const passwordByAccount: Limit = { what: "password-account", tries: 10, seconds: HOUR };
