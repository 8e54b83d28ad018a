import { useState } from "react";
import type { MailRequest } from "../../contracts/accounts/user.ts";
import { browserApi } from "../lib/browser-api.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { useForm } from "../lib/use-form.ts";
import { EmailField } from "../ui/field.tsx";
import { TextLink } from "../ui/link.tsx";
import { AccountForm, AccountFrame, UNREACHABLE } from "./account-frame.tsx";

export const meta = privateMeta({
  title: "Forgot Password",
  description: "Get a link that lets you choose a new password.",
  path: "/forgot",
});

/** Shows the same message for every e-mail address, so that it does not reveal who has an account. */
export default function Forgot() {
  const [isSent, setSent] = useState(false);
  const [whenAgain, setWhenAgain] = useState("");
  const form = useForm<MailRequest>({
    isUnchecked: true,
    async send(body) {
      setSent(false);
      setWhenAgain("");
      await browserApi.call("POST /api/users/forgot", { body });
      setSent(true);
    },
    fail(refusal) {
      setSent(true);
      if (refusal?.status === 429) setWhenAgain(refusal.message);
      return refusal ? "" : UNREACHABLE;
    },
  });
  return (
    <AccountFrame title="Forgot your password?" lead="We send you a link that lets you choose a new one.">
      <AccountForm name="Forgot password" form={form} action={["Send reset link", "Sending…"]}>
        <EmailField name="email" autoComplete="username" error={form.errors.email} />
      </AccountForm>
      <p role="status" className="font-medium text-sage not-empty:mt-5">
        {isSent && "If the email exists, a reset link has been sent."}
      </p>
      <p aria-live="polite" className="text-ink-soft not-empty:mt-2">
        {whenAgain}
      </p>
      <p className="needs-script mt-4">
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AccountFrame>
  );
}
