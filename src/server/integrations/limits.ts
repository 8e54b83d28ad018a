import type { Limit } from "../platform/http/rate-limit.ts";

export const callsByApiKey: Limit = { name: "api-key", tries: 600, seconds: 60 };
/** Counts wrong keys only: a valid one always works. */
export const wrongApiKeyByIp: Limit = { name: "api-key-ip", tries: 300, seconds: 15 * 60 };
export const webhookTestByAccount: Limit = { name: "webhook-test", tries: 30, seconds: 60 * 60 };
