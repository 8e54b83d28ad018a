import type { Limit } from "../platform/http/rate-limit.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** Failures for an account from an address. They count for the address too. */
export const loginByPair: Limit = { what: "login-pair", tries: 10, seconds: QUARTER_HOUR };
export const loginByAddress: Limit = { what: "login-address", tries: 10, seconds: QUARTER_HOUR };
/** Failures for an account from unknown networks. It is looser, so that strangers do not lock the person out. */
export const loginByAccount: Limit = { what: "login-account", tries: 50, seconds: QUARTER_HOUR };
/** A right password costs a hash too. */
export const loginSuccesses: Limit = { what: "login-success", tries: 30, seconds: QUARTER_HOUR };
export const registerByAddress: Limit = { what: "register-address", tries: 10, seconds: HOUR };
export const registerByAccount: Limit = { what: "register-account", tries: 10, seconds: HOUR };
export const forgotByAddress: Limit = { what: "forgot-address", tries: 5, seconds: HOUR };
/** Requests from unknown networks: at most so many mails an hour by strangers. */
export const forgotByAccount: Limit = { what: "forgot-account", tries: 20, seconds: HOUR };
/** Counts invalid links only. */
export const resetByAddress: Limit = { what: "reset-address", tries: 10, seconds: QUARTER_HOUR };
/** Every password change costs a hash and a mail. */
export const passwordByAccount: Limit = { what: "password-account", tries: 10, seconds: HOUR };
