import { type ComponentProps, useState } from "react";
import { MAX_CODE_LENGTH } from "../../contracts/accounts/account-rules.ts";
import type { SecondFactorRequired } from "../../contracts/accounts/second-factor.ts";
import { ApiError } from "../lib/api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field, FormError } from "../ui/field.tsx";
import { textLink } from "../ui/link.tsx";
import { AccountForm, UNREACHABLE } from "./account-frame.tsx";
import { NoPasskey, signWithPasskey } from "./browser-passkey.ts";
import type { LoginCall } from "./login.tsx";

interface SecondStepProps {
  /** Makes the login's call again, with the proof. */
  logIn: LoginCall;
  required: SecondFactorRequired;
  onDone: (token: string) => void;
  onBack: () => void;
}

export default function SecondStep({ logIn, required, onDone, onBack }: SecondStepProps) {
  const { methods } = required;
  const passkey = usePasskeyLogin({ logIn, required, onDone });
  const form = useForm<{ code: string }>({
    async send({ code }) {
      onDone((await logIn({ code })).token);
    },
    failed: UNREACHABLE,
  });
  const hasPasskey = methods.includes("passkey");
  const hasCode = methods.includes("totp") || methods.includes("recovery");
  return (
    <div className="grid gap-6">
      {hasPasskey && (
        <div>
          <FormError className="not-empty:mb-3">{passkey.error}</FormError>
          <Button look="accent" onClick={passkey.start} disabled={passkey.isBusy} className="w-full">
            {passkey.isBusy ? "Waiting for your passkey…" : "Use a passkey"}
          </Button>
        </div>
      )}
      {hasCode && (
        <AccountForm
          name="Second step"
          form={form}
          action={["Continue", "Logging in…"]}
          look={hasPasskey ? "quiet" : "accent"}
        >
          <CodeField
            label={methods.includes("totp") ? "Code" : "Recovery code"}
            // Autofocus is fine here: the step follows the user's submit and has one field.
            autoFocus={!hasPasskey}
            hint={methods.includes("totp") ? FROM_APP_OR_LIST : undefined}
            error={form.errors.secondFactorCode ?? form.errors.code}
          />
        </AccountForm>
      )}
      <p>
        <button type="button" onClick={onBack} className={textLink}>
          Back to login
        </button>
      </p>
    </div>
  );
}

/** Logs in with a passkey. A challenge works once, so every retry fetches a new one. */
function usePasskeyLogin({ logIn, required, onDone }: Omit<SecondStepProps, "onBack">) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [isFirst, setFirst] = useState(true);

  async function findOptions() {
    if (isFirst) return required.passkey;
    try {
      return onDone((await logIn({})).token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "second_factor_required") throw error;
      return (error.problem as SecondFactorRequired).passkey;
    }
  }

  async function start() {
    setBusy(true);
    setError("");
    setFirst(false);
    try {
      const options = await findOptions();
      if (!options) return;
      const passkey = await signWithPasskey(options);
      onDone((await logIn({ passkey })).token);
    } catch (thrown) {
      setError(thrown instanceof NoPasskey ? thrown.message : errorMessage(thrown, UNREACHABLE));
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, error, start };
}

export const FROM_APP_OR_LIST = "From your authenticator app, or one of your recovery codes.";

export const CodeField = (
  props: Pick<ComponentProps<typeof Field>, "label" | "hint" | "error" | "autoFocus" | "required">,
) => (
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
