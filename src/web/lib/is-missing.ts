import { ApiError } from "./api.ts";

/** A malformed id answers 400; for a visitor that is the same as an unknown one. */
export const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
