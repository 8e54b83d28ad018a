import { ApiError } from "./api.ts";

/** The message of the server's error response, or the fallback when there is none. */
export const errorMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== "unreadable_reply" && error.message ? error.message : fallback;
