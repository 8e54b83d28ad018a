import type { Limit } from "../platform/http/rate-limit.ts";

export const enquiriesByIp: Limit = { name: "enquiry-address", tries: 100, seconds: 60 * 60 };
