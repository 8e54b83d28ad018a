import type { Limit } from "../platform/http/rate-limit.ts";

/** Counts wrong links to calls and calendars only. */
export const wrongLinkByAddress: Limit = { name: "session-link-address", tries: 300, seconds: 15 * 60 };
/** Far above normal use: calendar programs poll a few times a day. */
export const readsByFeed: Limit = { name: "feed-reads", tries: 120, seconds: 60 * 60 };
export const newFeedsByAccount: Limit = { name: "feed-account", tries: 20, seconds: 60 * 60 };
/** Each new link mails a buyer. */
export const linksByAccount: Limit = { name: "link-account", tries: 120, seconds: 60 * 60 };
export const intakeChangesByAccount: Limit = { name: "intake-account", tries: 30, seconds: 60 * 60 };
