import type { SecondFactorRequired } from "../../contracts/accounts/second-factor.ts";
import { ApiError } from "../lib/api.ts";

/** The methods to choose from, if the server asks for a second factor. */
export const secondFactorIn = (error: unknown) =>
  error instanceof ApiError && ["second_factor_required", "confirm_second_factor"].includes(error.code)
    ? (error.problem as SecondFactorRequired)
    : undefined;
