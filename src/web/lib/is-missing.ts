import { ApiError } from "./api.ts";

/** An id that cannot exist is refused as bad input; for a visitor that is the same as an unknown one. */
export const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
