import { LOGIN_CODE_PATTERN, LOGIN_CODE_RULE } from "../../contracts/accounts/account-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { useForm } from "../lib/use-form.ts";
import { useSend } from "../lib/use-send.ts";
import { Field, FormError } from "../ui/field.tsx";
import { textLink } from "../ui/link.tsx";
import { AccountForm, UNREACHABLE } from "./account-frame.tsx";
import type { LoginCall } from "./login-steps.ts";

const isWhole = new RegExp(`^${LOGIN_CODE_PATTERN}$`);

interface CodeStepProps {
  email: string;
  isLeaving: boolean;
  begin: (call: LoginCall) => Promise<void>;
  onBack: () => void;
}

/** The second field of a login by code: the six digits that were mailed. */
export default function CodeStep({ email, isLeaving, begin, onBack }: CodeStepProps) {
  const again = useSend(UNREACHABLE);
  const sendAgain = () =>
    again.send(
      () => browserApi.call("POST /api/users/code", { body: { email } }),
      "If the address is right, a new code is on its way.",
    );
  const form = useForm<{ code: string }>({
    send: ({ code }) =>
      begin(({ code: secondFactorCode, passkey }) =>
        browserApi.call("POST /api/users/code/login", { body: { email, code, secondFactorCode, passkey } }),
      ),
    failed: UNREACHABLE,
  });
  return (
    <>
      <AccountForm
        name="Confirm your e-mail"
        form={{ ...form, isSending: form.isSending || isLeaving }}
        action={["Continue", "Logging in…"]}
      >
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={LOGIN_CODE_PATTERN}
          rule={LOGIN_CODE_RULE}
          required
          // Autofocus is fine here: the step follows the user's submit and has one field.
          autoFocus
          hint="Six digits. Nothing there? Look among spam, too."
          error={form.errors.code}
          onInput={({ currentTarget }) => {
            if (isWhole.test(currentTarget.value)) currentTarget.form?.requestSubmit();
          }}
        />
      </AccountForm>
      <FormError className="mt-4">{again.error}</FormError>
      <p className="mt-4 flex flex-wrap justify-between gap-x-6">
        <button type="button" onClick={() => void sendAgain()} disabled={again.isSending} className={textLink}>
          {again.isSending ? "Sending…" : "Send again"}
        </button>
        <button type="button" onClick={onBack} className={textLink}>
          Use another address
        </button>
      </p>
    </>
  );
}
