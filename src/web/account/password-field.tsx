import { type ComponentProps, useState } from "react";
import { flushSync } from "react-dom";
import type { PasswordConfirmation } from "../../contracts/accounts/second-factor.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, PASSWORD_RULE } from "../../contracts/field-rules.ts";
import { useForm } from "../lib/use-form.ts";
import { classes } from "../ui/classes.ts";
import { control, type FieldText, useFieldText } from "../ui/field.tsx";

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

/** The password of the account, for a confirmation. */
export const OwnPasswordField = (props: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField
    label="Your password"
    autoComplete="current-password"
    required
    maxLength={MAX_PASSWORD_LENGTH}
    {...props}
  />
);

/** A form that asks for the password again when the server requires a recent login. */
export function useConfirmedForm<V extends PasswordConfirmation>(
  { send, failed, fail }: Parameters<typeof useForm<V>>[0],
  question: Partial<FieldText> = { hint: "You logged in a while ago." },
) {
  const [mustConfirm, setMustConfirm] = useState(false);
  const form = useForm<V>({
    send,
    failed,
    fail(refusal, error) {
      // Rendered at once, so that the form can focus the new field.
      if (refusal?.code === "confirm_password") flushSync(() => setMustConfirm(true));
      return fail?.(refusal, error);
    },
  });
  const passwordField = mustConfirm && (
    <OwnPasswordField {...question} name="currentPassword" error={form.errors.currentPassword} />
  );
  return { form, passwordField, hidePassword: () => setMustConfirm(false) };
}
