import { useState } from "react";
import { MAX_PASSKEY_NAME_LENGTH } from "../../contracts/accounts/account-rules.ts";
import type { PasswordConfirmation } from "../../contracts/accounts/second-factor.ts";
import { useConfirmedForm } from "../account/use-confirmed-form.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { Field } from "../ui/field.tsx";
import { createPasskey, NoPasskey } from "./browser-passkey.ts";
import { type FactorDialogProps, SAVE_FAILED } from "./set-up-app.tsx";

export function AddPasskey({ onClose, onDone }: FactorDialogProps) {
  const [refusal, setRefusal] = useState("");
  const { form, passwordField } = useConfirmedForm<PasswordConfirmation & { name: string }>({
    async send({ name, currentPassword }) {
      setRefusal("");
      const body = { currentPassword };
      const { options } = await browserApi.call("POST /api/users/second-factor/passkeys/options", { body });
      try {
        const credential = await createPasskey(options);
        await onDone(await browserApi.call("POST /api/users/second-factor/passkeys", { body: { name, credential } }));
      } catch (error) {
        if (!(error instanceof NoPasskey)) throw error;
        setRefusal(error.message);
      }
    },
    fallback: SAVE_FAILED,
  });
  const shown = { ...form, error: form.error || refusal };
  return (
    <DialogForm name="Add a passkey" form={shown} action={["Continue", "Waiting for your device…"]} onClose={onClose}>
      <p>Your browser asks for your fingerprint, your face or your screen lock. Nothing of it is sent to the shop.</p>
      <Field
        label="Name"
        name="name"
        required
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        defaultValue="My passkey"
        hint="To tell your devices apart, for example “Phone”."
        error={form.errors.name}
      />
      {passwordField}
    </DialogForm>
  );
}
