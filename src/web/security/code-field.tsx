import type { ComponentProps } from "react";
import { MAX_CODE_LENGTH } from "../../contracts/accounts/account-rules.ts";
import { Field } from "../ui/field.tsx";

type CodeFieldProps = Pick<ComponentProps<typeof Field>, "label" | "hint" | "error" | "autoFocus">;

export const FROM_APP_OR_LIST = "From your authenticator app, or one of your recovery codes.";

/** For a code from the app or a recovery code. */
export const CodeField = (props: CodeFieldProps) => (
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
