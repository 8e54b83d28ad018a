import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { PasswordReset } from "../../contracts/accounts/user.ts";
import { MIN_PASSWORD_LENGTH } from "../../contracts/field-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { logOut } from "../lib/login.ts";
import { NO_REFERRER, secretMeta } from "../lib/page-meta.ts";
import { useForm } from "../lib/use-form.ts";
import { TextLink } from "../ui/link.tsx";
import type { Route } from "./+types/reset-password";
import { AccountForm, AccountFrame, UNREACHABLE } from "./account-frame.tsx";
import { PasswordField } from "./password-field.tsx";

const REDIRECT_MS = 1000;

export const headers = () => NO_REFERRER;

export const meta = secretMeta({
  title: "Reset Password",
  description: "Choose a new password for your account.",
  path: "/reset-password",
});

export default function ResetPassword({ params }: Route.ComponentProps) {
  const [isDone, setDone] = useState(false);
  const form = useForm<PasswordReset>({
    isUnchecked: true,
    async send({ password }) {
      await browserApi.call("PUT /api/users/reset/:token", { params: { token: params.token }, body: { password } });
      logOut();
      setDone(true);
    },
    failed: UNREACHABLE,
  });
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate("/login", { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
  return (
    <AccountFrame title="Reset your password" lead="Choose a new password. You log in with it right after.">
      {!isDone && (
        <AccountForm name="Reset password" form={form} action={["Reset", "Resetting…"]}>
          <PasswordField
            label="New password"
            autoComplete="new-password"
            required
            hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
            error={form.errors.password}
          />
        </AccountForm>
      )}
      <p role="status" className="text-lead font-medium text-sage">
        {isDone && "Password updated!"}
      </p>
      {form.error && (
        <p className="mt-4">
          <TextLink to="/forgot">Ask for a new link</TextLink>
        </p>
      )}
    </AccountFrame>
  );
}
