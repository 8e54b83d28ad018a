import type { SecondFactorProof } from "../../contracts/accounts/second-factor.ts";
import { MAX_PASSWORD_LENGTH } from "../../contracts/field-rules.ts";
import { PasswordField } from "../account/password-field.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { CodeField, FROM_APP_OR_LIST } from "./code-field.tsx";
import { type FactorDialogProps, SAVE_FAILED } from "./set-up-app.tsx";

interface RemoveFactorProps extends FactorDialogProps {
  /** The passkey to remove. Without one, the authenticator app is removed. */
  passkey?: { id: string; label: string };
}

/** Asks for password and code: the browser may have been left unattended. */
export function RemoveFactor({ passkey, onClose, onDone }: RemoveFactorProps) {
  const form = useForm<SecondFactorProof>({
    async send({ password, code }) {
      const body = { password, code };
      await onDone(
        passkey
          ? await browserApi.call("DELETE /api/users/second-factor/passkeys/:id", { params: { id: passkey.id }, body })
          : await browserApi.call("DELETE /api/users/second-factor/totp", { body }),
      );
    },
    fail: (refusal) => (hasFields(refusal) ? "" : (refusal?.message ?? SAVE_FAILED)),
  });
  const what = passkey ? `the passkey “${passkey.label}”` : "the authenticator app";
  return (
    <DialogForm name={`Remove ${what}`} form={form} action={["Remove", "Removing…"]} onClose={onClose} isDanger>
      <p className="wrap-anywhere">
        To remove {what}, confirm that it is you. If nothing else is set up, your password alone logs you in again.
      </p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        required
        maxLength={MAX_PASSWORD_LENGTH}
        error={form.errors.password}
      />
      <CodeField label="Code" hint={FROM_APP_OR_LIST} error={form.errors.code} />
    </DialogForm>
  );
}
