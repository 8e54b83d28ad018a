import { type ComponentProps, useState } from "react";
import { MAX_CODE_LENGTH } from "../../contracts/accounts/account-rules.ts";
import type { SecondFactorRequired } from "../../contracts/accounts/second-factor.ts";
import type { Credentials } from "../../contracts/accounts/user.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { NoPasskey, signWithPasskey } from "./browser-passkey.ts";

interface SecondStepProps {
  credentials: Pick<Credentials, "email" | "password">;
  required: SecondFactorRequired;
  onDone: (token: string) => void;
  onBack: () => void;
}

const FALLBACK = "The shop could not be reached. Please check your connection and try again.";

const messageOf = (error: unknown) =>
  error instanceof ApiError || error instanceof NoPasskey ? error.message : FALLBACK;

/** The second step of a login, in place of the form for e-mail and password. */
export default function SecondStep({ credentials, required, onDone, onBack }: SecondStepProps) {
  const { methods } = required;
  const passkey = usePasskeyLogin({ credentials, required, onDone });
  const form = useForm<{ code: string }>({
    async send({ code }) {
      const body = { ...credentials, code };
      onDone((await browserApi.call("POST /api/users/login", { body })).token);
    },
    fail: (refusal, error) => (hasFields(refusal) ? "" : messageOf(error)),
  });
  const hasPasskey = methods.includes("passkey");
  const hasCode = methods.includes("totp") || methods.includes("recovery");
  return (
    <div className="grid gap-6">
      {hasPasskey && (
        <div>
          <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
            {passkey.reason}
          </p>
          <Button look="accent" onClick={passkey.start} disabled={passkey.isBusy} className="w-full">
            {passkey.isBusy ? "Waiting for your passkey…" : "Use a passkey"}
          </Button>
        </div>
      )}
      {hasCode && (
        <form method="dialog" aria-label="Second step" {...form.attributes} className="grid gap-5">
          <CodeField
            label={methods.includes("totp") ? "Code" : "Recovery code"}
            // Autofocus is fine here: the step follows the user's submit and has one field.
            autoFocus={!hasPasskey}
            hint={methods.includes("totp") ? FROM_APP_OR_LIST : undefined}
            error={form.errors.code}
          />
          <div>
            <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
              {form.error}
            </p>
            <Button type="submit" look={hasPasskey ? "quiet" : "accent"} disabled={form.isSending} className="w-full">
              {form.isSending ? "Logging in…" : "Continue"}
            </Button>
          </div>
        </form>
      )}
      <p>
        <button
          type="button"
          onClick={onBack}
          className="inline-flex min-h-11 items-center font-semibold text-saffron-deep underline-offset-4 hover:underline"
        >
          Back to login
        </button>
      </p>
    </div>
  );
}

/** Logs in with a passkey. A challenge works once, so every retry fetches a new one. */
function usePasskeyLogin({ credentials, required, onDone }: Omit<SecondStepProps, "onBack">) {
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const [isFirst, setFirst] = useState(true);

  async function findOptions() {
    if (isFirst) return required.passkey;
    try {
      return onDone((await browserApi.call("POST /api/users/login", { body: credentials })).token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "second_factor_required") throw error;
      return (error.problem as SecondFactorRequired).passkey;
    }
  }

  async function start() {
    setBusy(true);
    setReason("");
    setFirst(false);
    try {
      const options = await findOptions();
      if (!options) return;
      const passkey = await signWithPasskey(options);
      onDone((await browserApi.call("POST /api/users/login", { body: { ...credentials, passkey } })).token);
    } catch (error) {
      setReason(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, reason, start };
}

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
