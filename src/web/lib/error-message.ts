import { ApiError } from "./api.ts";

export const errorMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== "unreadable_reply" && error.message ? error.message : fallback;
