import { useState } from "react";
import { flushSync } from "react-dom";
import type { SecondFactorMethod } from "../../contracts/accounts/account-rules.ts";
import type { IdentityProof } from "../../contracts/accounts/second-factor.ts";
import { useForm } from "../lib/use-form.ts";
import type { FieldText } from "../ui/field.tsx";
import { NoPasskey, signWithPasskey } from "./browser-passkey.ts";
import { OwnPasswordField } from "./password-field.tsx";
import { CodeField, FROM_APP_OR_LIST, secondFactorIn } from "./second-factor.tsx";

/** How a person confirms who they are: with the password, or with one of the methods of their second factor. */
export type Confirmation = "password" | SecondFactorMethod[];

const canType = (methods: SecondFactorMethod[]) => methods.some((method) => method !== "passkey");

interface ConfirmedFormOptions {
  /** Known before the server asks for it. */
  confirmation?: Confirmation;
  password?: Partial<FieldText>;
}

/**
 * A form whose call confirms who the person is. `confirmField` appears when the server asks for it.
 * An empty code with a passkey in the account uses the passkey. A challenge works once, so every attempt fetches one.
 */
export function useConfirmedForm<V extends Partial<IdentityProof>>(
  { send, failed, fail }: Parameters<typeof useForm<V>>[0],
  { confirmation: known, password }: ConfirmedFormOptions = {},
) {
  const [confirmation, setConfirmation] = useState(known);
  const form = useForm<V>({
    async send(values, element) {
      const typed = { ...values, code: values.code || undefined };
      try {
        await send(typed, element);
      } catch (error) {
        const { passkey, methods = [] } = secondFactorIn(error) ?? {};
        const isLeftEmpty = Array.isArray(confirmation) || !canType(methods);
        if (!passkey || !isLeftEmpty) throw error;
        await send({ ...typed, passkey: await signWithPasskey(passkey) }, element);
      }
    },
    failed,
    fail(refusal, error) {
      // Rendered at once, so that the form can focus the new field.
      if (refusal?.code === "confirm_password") flushSync(() => setConfirmation("password"));
      const methods = secondFactorIn(refusal)?.methods;
      if (methods) setConfirmation(methods);
      return error instanceof NoPasskey ? error.message : fail?.(refusal, error);
    },
  });
  const confirmField = confirmation && (
    <ConfirmField confirmation={confirmation} password={password} errors={form.errors} />
  );
  return { form, confirmField, hideConfirmField: () => setConfirmation(known) };
}

interface ConfirmFieldProps extends Pick<ConfirmedFormOptions, "password"> {
  confirmation: Confirmation;
  errors: Record<string, string>;
}

function ConfirmField({ confirmation, password, errors }: ConfirmFieldProps) {
  if (confirmation === "password")
    return <OwnPasswordField {...password} name="currentPassword" error={errors.currentPassword} />;
  if (!canType(confirmation)) return <p>Your browser asks for your passkey.</p>;
  const hasPasskey = confirmation.includes("passkey");
  const hint = confirmation.includes("totp") ? FROM_APP_OR_LIST : "One of your recovery codes.";
  return (
    <CodeField
      label="Code"
      hint={hasPasskey ? `${hint} Leave it empty to use your passkey.` : hint}
      required={!hasPasskey}
      error={errors.code}
    />
  );
}
