import type { Limit } from "../platform/http/rate-limit.ts";

/** Unknown codes only, by account and by address. A valid code is never refused by them. */
export const couponGuessesByAccount: Limit = { name: "coupon-guess-account", tries: 20, seconds: 60 * 60 };
export const couponGuessesByIp: Limit = { name: "coupon-guess", tries: 200, seconds: 60 * 60 };
