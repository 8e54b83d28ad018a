import type { Limit } from "../platform/http/rate-limit.ts";

export const testMailByAccount: Limit = { name: "test-mail", tries: 5, seconds: 15 * 60 };
