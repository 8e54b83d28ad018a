import { lazy, Suspense, useState } from "react";
import type { SecondFactorRequired } from "../../contracts/accounts/second-factor.ts";
import type { Credentials } from "../../contracts/accounts/user.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { useLoginRedirect, withNext } from "../lib/guard.ts";
import { logIn } from "../lib/login.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { EmailField } from "../ui/field.tsx";
import { TextLink } from "../ui/link.tsx";
import { AccountForm, AccountFrame } from "./account-frame.tsx";
import { PasswordField } from "./password-field.tsx";

/** Loaded lazily: few accounts have a second login step. */
const SecondStep = lazy(() => import("./second-step.tsx"));

export const meta = privateMeta({
  title: "Login",
  description: "Log in to see your orders and to check out.",
  path: "/login",
});

function finishLogin(token: string) {
  logIn(token);
  toast("Login successful 🎉");
}

/** Also used for /admin/login. */
export default function Login() {
  const { next, isLeaving } = useLoginRedirect();
  const [step, setStep] = useState<{ credentials: Credentials; required: SecondFactorRequired }>();
  const [typedEmail, setTypedEmail] = useState("");
  const form = useForm<Credentials>({
    async send(body) {
      try {
        finishLogin((await browserApi.call("POST /api/users/login", { body })).token);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "second_factor_required") throw error;
        setTypedEmail(body.email);
        setStep({ credentials: body, required: error.problem as SecondFactorRequired });
      }
    },
    fail: (_refusal, error) => errorMessage(error, "Login failed"),
  });
  if (step)
    return (
      <AccountFrame title="Welcome Back" lead="One more step: confirm that it is you.">
        <Suspense fallback={<div className="bone h-40" />}>
          <SecondStep {...step} onDone={finishLogin} onBack={() => setStep(undefined)} />
        </Suspense>
      </AccountFrame>
    );
  return (
    <AccountFrame title="Welcome Back" lead={next ? "Please log in to continue." : "Log in to see your orders."}>
      <AccountForm
        name="Login"
        form={{ ...form, isSending: form.isSending || isLeaving }}
        action={["Login", "Logging in…"]}
      >
        <EmailField name="email" autoComplete="username" defaultValue={typedEmail} error={form.errors.email} />
        <PasswordField label="Password" autoComplete="current-password" required error={form.errors.password} />
      </AccountForm>
      <p className="needs-script mt-4 flex flex-wrap justify-between gap-x-6">
        <TextLink to="/forgot">Forgot password?</TextLink>
        <TextLink to={withNext("/register", next)}>Create account</TextLink>
      </p>
    </AccountFrame>
  );
}
