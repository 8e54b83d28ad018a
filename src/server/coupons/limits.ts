import type { Limit } from "../platform/http/rate-limit.ts";

/** Rate limit for unknown codes by address. Codes are short, so they could be guessed. */
export const couponGuessesByIp: Limit = { name: "coupon-guess", tries: 20, seconds: 60 * 60 };
