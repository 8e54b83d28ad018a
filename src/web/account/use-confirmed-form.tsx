import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { PasswordConfirmation } from "../../contracts/accounts/second-factor.ts";
import { MAX_PASSWORD_LENGTH } from "../../contracts/field-rules.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { PasswordField } from "./password-field.tsx";

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
