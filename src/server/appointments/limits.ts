import type { Limit } from "../platform/http/rate-limit.ts";

/** Counts wrong links to calls and calendars only. */
export const wrongLinkByAddress: Limit = { what: "session-link-address", tries: 20, seconds: 15 * 60 };
/** Far above normal use: calendar programs poll a few times a day. */
export const readsByFeed: Limit = { what: "feed-reads", tries: 120, seconds: 60 * 60 };
export const newFeedsByAccount: Limit = { what: "feed-account", tries: 20, seconds: 60 * 60 };
