import type { Limit } from "../platform/http/rate-limit.ts";

export const exportByAccount: Limit = { name: "data-account", tries: 10, seconds: 60 * 60 };
