import { ApiError } from "../../lib/api.ts";

/** The server's own words about a failure; where it had none, the fallback. */
export const reasonOr = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== "unreadable_reply" && error.message ? error.message : fallback;
