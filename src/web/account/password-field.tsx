import { type ComponentProps, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { PasswordConfirmation } from "../../contracts/accounts/second-factor.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, PASSWORD_RULE } from "../../contracts/field-rules.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { classes } from "../ui/classes.ts";
import { control, type FieldText, useFieldText } from "../ui/field.tsx";

/** A password input with a Show button. */
export function PasswordField({ label, error, hint, rule, ...input }: ComponentProps<"input"> & FieldText) {
  const text = useFieldText({ label, error, hint, rule });
  const [isShown, setShown] = useState(false);
  return (
    <div>
      {text.label(input.required)}
      <div className="relative">
        <input
          name="password"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...text.attributes}
          type={isShown ? "text" : "password"}
          className={classes(control, "min-h-12 pr-20")}
        />
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute right-1 bottom-0.5 min-h-11 rounded-control px-3 font-semibold text-saffron-deep"
        >
          {isShown ? "Hide" : "Show"}
        </button>
      </div>
      {text.note}
    </div>
  );
}

/** For choosing a new password. */
export const NewPasswordField = ({ error }: Pick<FieldText, "error">) => (
  <PasswordField
    label="Password"
    autoComplete="new-password"
    required
    minLength={MIN_PASSWORD_LENGTH}
    rule={PASSWORD_RULE}
    hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
    error={error}
  />
);

interface ConfirmedForm<V> {
  send(values: V, form: HTMLFormElement): Promise<unknown>;
  /** The message when the server's response has none. */
  fallback: string;
}

/** A form that asks for the password again when the server requires a recent login. */
export function useConfirmedForm<V extends PasswordConfirmation>({ send, fallback }: ConfirmedForm<V>) {
  const [mustConfirm, setMustConfirm] = useState(false);
  const form = useForm<V>({
    send,
    fail(refusal) {
      // Rendered at once, so that the form can focus the new field.
      if (refusal?.code === "confirm_password") flushSync(() => setMustConfirm(true));
      return hasFields(refusal) ? "" : (refusal?.message ?? fallback);
    },
  });
  const passwordField: ReactNode = mustConfirm && (
    <PasswordField
      label="Your password"
      name="currentPassword"
      autoComplete="current-password"
      required
      maxLength={MAX_PASSWORD_LENGTH}
      hint="You logged in a while ago."
      error={form.errors.currentPassword}
    />
  );
  return { form, passwordField };
}
