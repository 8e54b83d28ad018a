import type { Registration } from "../../contracts/accounts/user.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { useLoginRedirect, withNext } from "../lib/guard.ts";
import { logIn } from "../lib/login.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { EmailField, Field, PhoneField } from "../ui/field.tsx";
import { TextLink } from "../ui/link.tsx";
import { AccountForm, AccountFrame } from "./account-frame.tsx";
import { NewPasswordField } from "./password-field.tsx";

const FAILED = "Registration failed";

export const meta = privateMeta({
  title: "Create Your Account",
  description: "An account keeps your orders and lets you check out.",
  path: "/register",
});

export default function Register() {
  const { next, isLeaving } = useLoginRedirect();
  const form = useForm<Registration>({
    async send(body) {
      const { token } = await browserApi.call("POST /api/users/register", { body });
      logIn(token);
      toast("Your account is ready 🎉");
    },
    failed: FAILED,
    fail(_refusal, error) {
      window.alert(errorMessage(error, FAILED));
    },
  });
  return (
    <AccountFrame title="Create Your Account" lead="It keeps your orders and lets you check out.">
      <AccountForm
        name="Create account"
        form={{ ...form, isSending: form.isSending || isLeaving }}
        action={["Create account", "Creating your account…"]}
      >
        <Field label="Name" name="name" autoComplete="name" required error={form.errors.name} />
        <EmailField name="email" error={form.errors.email} />
        <PhoneField name="phone" required error={form.errors.phone} />
        <NewPasswordField error={form.errors.password} />
      </AccountForm>
      <p className="needs-script mt-4 flex flex-wrap items-center gap-x-2">
        Already have an account? <TextLink to={withNext("/login", next)}>Login</TextLink>
      </p>
    </AccountFrame>
  );
}
