import type { Limit } from "../platform/http/rate-limit.ts";

export const reviewsByAccount: Limit = { name: "review-account", tries: 20, seconds: 60 * 60 };
