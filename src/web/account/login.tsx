import { lazy, Suspense, useRef, useState } from "react";
import type { Credentials, SignedIn } from "../../contracts/accounts/user.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { errorOf } from "../lib/field-errors.ts";
import { useLoginRedirect, withNext } from "../lib/guard.ts";
import { logIn } from "../lib/login.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { useSend } from "../lib/use-send.ts";
import { Button } from "../ui/button.tsx";
import { EmailField, FormError } from "../ui/field.tsx";
import { TextLink } from "../ui/link.tsx";
import { AccountForm, AccountFrame, UNREACHABLE } from "./account-frame.tsx";
import type { LoginCall, Proof, SecondStepLogin } from "./login-steps.ts";
import { PasswordField } from "./password-field.tsx";
import { secondFactorIn } from "./second-factor.tsx";

/** Loaded lazily: few accounts have a second login step. */
const SecondStep = lazy(() => import("./second-step.tsx"));
const CodeStep = lazy(() => import("./code-step.tsx"));

export const meta = privateMeta({
  title: "Login",
  description: "Log in to see your orders and to check out.",
  path: "/login",
});

const FOR_BUYERS =
  "New here or not: type your e-mail address, and we send you a code to go on with. You need no password.";

function finishLogin({ token }: SignedIn) {
  logIn(token);
  toast("Login successful 🎉");
}

/** Also used for /admin/login. On the way to the checkout, where many are new, the code comes before the password. */
export default function Login() {
  const { next, isLeaving } = useLoginRedirect();
  const isBuying = /^\/(checkout|ucp)\b/.test(next ?? "");
  const [step, setStep] = useState<{ codeSentTo: string } | SecondStepLogin>();
  const onBack = () => setStep(undefined);
  const emailRef = useRef<HTMLInputElement>(null);
  /** For the way back from another step. */
  const [email, setEmail] = useState("");
  const [codeProblem, setCodeProblem] = useState("");
  const code = useSend(UNREACHABLE, { onRefused: ({ fields }) => setCodeProblem(fields.email ?? "") });

  async function begin(call: LoginCall) {
    const logIn = (proof: Proof) => call(proof).then(finishLogin);
    try {
      await logIn({});
    } catch (error) {
      const required = secondFactorIn(error);
      if (!required) throw error;
      setStep({ logIn, required });
    }
  }
  const form = useForm<Credentials>({
    async send(body) {
      setEmail(body.email);
      await begin((proof) => browserApi.call("POST /api/users/login", { body: { ...body, ...proof } }));
    },
    fail: (_refusal, error) => errorMessage(error, "Login failed"),
  });

  async function askForCode() {
    const field = emailRef.current!;
    const problem = errorOf(field);
    setCodeProblem(problem);
    if (problem) return field.focus();
    const body = { email: field.value.trim() };
    setEmail(body.email);
    if (await code.send(() => browserApi.call("POST /api/users/code", { body }))) setStep({ codeSentTo: body.email });
  }

  if (step)
    return "logIn" in step ? (
      <AccountFrame title="Welcome Back" lead="One more step: confirm that it is you.">
        <Suspense fallback={<div className="bone h-40" />}>
          <SecondStep {...step} onBack={onBack} />
        </Suspense>
      </AccountFrame>
    ) : (
      <AccountFrame
        title="Enter your code"
        lead={`Look for our mail to ${step.codeSentTo}. The code in it works for 10 minutes.`}
      >
        <Suspense fallback={<div className="bone h-40" />}>
          <CodeStep email={step.codeSentTo} begin={begin} isLeaving={isLeaving} onBack={onBack} />
        </Suspense>
      </AccountFrame>
    );
  const codeButton = (
    <div className="needs-script">
      <FormError className="not-empty:mb-3">{codeProblem ? "" : code.error}</FormError>
      <Button
        look={isBuying ? "accent" : "quiet"}
        disabled={code.isSending || isLeaving}
        onClick={() => void askForCode()}
        className="w-full"
      >
        {code.isSending ? "Sending…" : "Continue with a code by e-mail"}
      </Button>
    </div>
  );
  const usualLead = next ? "Please log in to continue." : "Log in to see your orders.";
  return (
    <AccountFrame title={isBuying ? "Continue to checkout" : "Welcome Back"} lead={isBuying ? FOR_BUYERS : usualLead}>
      <AccountForm
        name="Login"
        form={{ ...form, isSending: form.isSending || isLeaving }}
        action={["Login", "Logging in…"]}
        look={isBuying ? "quiet" : "accent"}
      >
        <EmailField
          name="email"
          autoComplete="username"
          ref={emailRef}
          defaultValue={email}
          error={form.errors.email ?? codeProblem}
          onInput={() => setCodeProblem("")}
          onKeyDown={(event) => {
            if (!isBuying || event.key !== "Enter") return;
            event.preventDefault();
            void askForCode();
          }}
        />
        {isBuying && (
          <>
            {codeButton}
            <div className="mt-2 border-t border-line pt-6">
              <h2 className="text-title">Welcome Back</h2>
              <p className="mt-1 text-ink-soft">If you have a password, log in with it.</p>
            </div>
          </>
        )}
        <PasswordField label="Password" autoComplete="current-password" required error={form.errors.password} />
      </AccountForm>
      <p className="needs-script mt-4 flex flex-wrap justify-between gap-x-6">
        <TextLink to="/forgot">Forgot password?</TextLink>
        <TextLink to={withNext("/register", next)}>Create account</TextLink>
      </p>
      {!isBuying && <div className="mt-4">{codeButton}</div>}
    </AccountFrame>
  );
}
