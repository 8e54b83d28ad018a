import { ApiError } from "./api.ts";

/** A malformed id gets a 400. For a visitor it is the same as an unknown id (404). */
export const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
