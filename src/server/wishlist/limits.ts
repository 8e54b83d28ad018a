import type { Limit } from "../platform/http/rate-limit.ts";

export const wishlistByAccount: Limit = { name: "wishlist-account", tries: 600, seconds: 60 * 60 };
/** By account, and by the mailbox of an address that is typed or was never confirmed. */
export const waitsByPerson: Limit = { name: "back-in-stock-person", tries: 20, seconds: 60 * 60 };
/** Visitors without a login. */
export const waitsByIp: Limit = { name: "back-in-stock-address", tries: 100, seconds: 60 * 60 };
