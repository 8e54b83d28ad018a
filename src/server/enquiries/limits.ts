import type { Limit } from "../platform/http/rate-limit.ts";

/** Visitors without a login. */
export const enquiriesByIp: Limit = { name: "enquiry-address", tries: 100, seconds: 60 * 60 };
/** Who is logged in is counted by account, because others share the address. */
export const enquiriesByAccount: Limit = { name: "enquiry-account", tries: 5, seconds: 60 * 60 };
