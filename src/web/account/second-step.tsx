import { useState } from "react";
import { useForm } from "../lib/use-form.ts";
import { textLink } from "../ui/link.tsx";
import { AccountForm, UNREACHABLE } from "./account-frame.tsx";
import { NoPasskey, signWithPasskey } from "./browser-passkey.ts";
import type { SecondStepLogin } from "./login-steps.ts";
import { CodeField, FROM_APP_OR_LIST, secondFactorIn } from "./second-factor.tsx";

export default function SecondStep({ logIn, required, onBack }: SecondStepLogin & { onBack: () => void }) {
  const { methods } = required;
  const [isFirst, setFirst] = useState(true);
  const form = useForm<{ code: string }>({ send: logIn, failed: UNREACHABLE });
  /** A challenge works once, so every retry fetches a new one. */
  const newChallenge = () =>
    logIn({}).catch((error: unknown) => {
      const again = secondFactorIn(error);
      if (!again) throw error;
      return again.passkey;
    });
  const passkeyForm = useForm({
    async send() {
      setFirst(false);
      const options = isFirst ? required.passkey : await newChallenge();
      if (options) await logIn({ passkey: await signWithPasskey(options) });
    },
    failed: UNREACHABLE,
    fail: (_refusal, error) => (error instanceof NoPasskey ? error.message : undefined),
  });
  const hasPasskey = methods.includes("passkey");
  const hasCode = methods.includes("totp") || methods.includes("recovery");
  return (
    <div className="grid gap-6">
      {hasPasskey && (
        <AccountForm name="Passkey" form={passkeyForm} action={["Use a passkey", "Waiting for your passkey…"]} />
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
