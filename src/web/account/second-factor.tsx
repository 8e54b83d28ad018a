import type { ComponentProps } from "react";
import { MAX_CODE_LENGTH } from "../../contracts/accounts/account-rules.ts";
import type { SecondFactorRequired } from "../../contracts/accounts/second-factor.ts";
import { ApiError } from "../lib/api.ts";
import { Field } from "../ui/field.tsx";

/** The methods to choose from, if the server asks for a second factor. */
export const secondFactorIn = (error: unknown) =>
  error instanceof ApiError && ["second_factor_required", "confirm_second_factor"].includes(error.code)
    ? (error.problem as SecondFactorRequired)
    : undefined;

export const FROM_APP_OR_LIST = "From your authenticator app, or one of your recovery codes.";

export const CodeField = (props: ComponentProps<typeof Field>) => (
  <Field
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    maxLength={MAX_CODE_LENGTH}
    {...props}
  />
);
