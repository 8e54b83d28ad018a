import type { Limit } from "../platform/http/rate-limit.ts";

export const reviewsByAccount: Limit = { name: "review-account", tries: 20, seconds: 60 * 60 };
/** Counts wrong links only. */
export const wrongLinkByIp: Limit = { name: "review-link-address", tries: 300, seconds: 15 * 60 };
