import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { SecondFactorRequired } from "../../contracts/accounts/second-factor.ts";
import type { Credentials, SignedIn } from "../../contracts/accounts/user.ts";
import { ApiError } from "../lib/api.ts";
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
import { PasswordField } from "./password-field.tsx";

/** Loaded lazily: few accounts have a second login step. */
const SecondStep = lazy(() => import("./second-step.tsx"));
const CodeStep = lazy(() => import("./code-step.tsx"));

export const meta = privateMeta({
  title: "Login",
  description: "Log in to see your orders and to check out.",
  path: "/login",
});

function finishLogin(token: string) {
  logIn(token);
  toast("Login successful 🎉");
}

/** A login by password or mailed code: the call, which a second step makes again with its proof. */
export type LoginCall = (proof: Pick<Credentials, "code" | "passkey">) => Promise<SignedIn>;
type Step = { codeSentTo: string } | { call: LoginCall; required: SecondFactorRequired };

const isSecondFactor = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "second_factor_required";

/** Also used for /admin/login. */
export default function Login() {
  const { next, isLeaving } = useLoginRedirect();
  const [step, setStep] = useState<Step>();
  const [typedEmail, setTypedEmail] = useState("");

  async function begin(call: LoginCall) {
    try {
      finishLogin((await call({})).token);
    } catch (error) {
      if (!isSecondFactor(error)) throw error;
      setStep({ call, required: error.problem as SecondFactorRequired });
    }
  }

  const onBack = () => setStep(undefined);
  if (!step)
    return (
      <FirstStep
        next={next}
        isLeaving={isLeaving}
        email={typedEmail}
        onEmail={setTypedEmail}
        begin={begin}
        onCodeSent={(codeSentTo) => setStep({ codeSentTo })}
      />
    );
  if ("codeSentTo" in step)
    return (
      <AccountFrame
        title="Enter your code"
        lead={`Look for our mail to ${step.codeSentTo}. The code in it works for 10 minutes.`}
      >
        <Later>
          <CodeStep email={step.codeSentTo} begin={begin} isLeaving={isLeaving} onBack={onBack} />
        </Later>
      </AccountFrame>
    );
  return (
    <AccountFrame title="Welcome Back" lead="One more step: confirm that it is you.">
      <Later>
        <SecondStep logIn={step.call} required={step.required} onDone={finishLogin} onBack={onBack} />
      </Later>
    </AccountFrame>
  );
}

const Later = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<div className="bone h-40" />}>{children}</Suspense>
);

interface FirstStepProps {
  next: string | null;
  isLeaving: boolean;
  email: string;
  onEmail: (email: string) => void;
  begin: (call: LoginCall) => Promise<void>;
  onCodeSent: (email: string) => void;
}

/** The password's form. On the way to the checkout, where many are new, the code comes first. */
function FirstStep({ next, isLeaving, email, onEmail, begin, onCodeSent }: FirstStepProps) {
  const isBuying = next?.startsWith("/checkout") === true;
  const emailRef = useRef<HTMLInputElement>(null);
  const [codeProblem, setCodeProblem] = useState("");
  const code = useSend(UNREACHABLE, { onRefused: ({ fields }) => setCodeProblem(fields.email ?? "") });
  const form = useForm<Credentials>({
    async send(body) {
      onEmail(body.email);
      await begin((proof) => browserApi.call("POST /api/users/login", { body: { ...body, ...proof } }));
    },
    fail: (_refusal, error) => errorMessage(error, "Login failed"),
  });

  async function askForCode(field: HTMLInputElement) {
    const problem = errorOf(field);
    setCodeProblem(problem);
    if (problem) return field.focus();
    const typed = field.value.trim();
    onEmail(typed);
    const body = { email: typed };
    if (await code.send(() => browserApi.call("POST /api/users/code", { body }))) onCodeSent(typed);
  }

  const codeButton = (
    <div className="needs-script">
      <FormError className="not-empty:mb-3">{codeProblem ? "" : code.error}</FormError>
      <Button
        look={isBuying ? "accent" : "quiet"}
        disabled={code.isSending || isLeaving}
        onClick={() => void askForCode(emailRef.current!)}
        className="w-full"
      >
        {code.isSending ? "Sending…" : "Continue with a code by e-mail"}
      </Button>
    </div>
  );
  const emailField = (
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
        void askForCode(event.currentTarget);
      }}
    />
  );
  const title = isBuying ? "Continue to checkout" : "Welcome Back";
  const lead = isBuying
    ? "New here or not: type your e-mail address, and we send you a code to go on with. You need no password."
    : next
      ? "Please log in to continue."
      : "Log in to see your orders.";
  return (
    <AccountFrame title={title} lead={lead}>
      <AccountForm
        name="Login"
        form={{ ...form, isSending: form.isSending || isLeaving }}
        action={["Login", "Logging in…"]}
        look={isBuying ? "quiet" : "accent"}
      >
        {emailField}
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
