import { useNavigate } from "react-router";
import type { Acceptance, OpenInvitation } from "../../contracts/accounts/people.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { logIn } from "../lib/login.ts";
import { NO_REFERRER, secretMeta } from "../lib/page-meta.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { Field, PhoneField } from "../ui/field.tsx";
import { TextLink } from "../ui/link.tsx";
import type { Route } from "./+types/invitation";
import { AccountForm, AccountFrame, UNREACHABLE } from "./account-frame.tsx";
import { NewPasswordField, OwnPasswordField } from "./password-field.tsx";

export const headers = () => NO_REFERRER;

export const meta = secretMeta({ title: "Invitation", description: "Accept your invitation.", path: "/invitation" });

/** In the browser only: link scanners of mail programs must neither read nor use up the invitation. */
export async function clientLoader({ params: { token } }: Route.ClientLoaderArgs) {
  try {
    return { invitation: await browserApi.call("GET /api/users/invitations/:token", { params: { token } }) };
  } catch (error) {
    return { problem: errorMessage(error, UNREACHABLE) };
  }
}
clientLoader.hydrate = true as const;

const TITLE = "You are invited";

export default function InvitationPage({ params, loaderData: { invitation, problem } }: Route.ComponentProps) {
  if (!invitation)
    return (
      <AccountFrame title={TITLE} lead="This link cannot be used.">
        <p role="alert" className="font-medium text-rose">
          {problem}
        </p>
        <p className="mt-4">
          <TextLink to="/login">Go to login</TextLink>
        </p>
      </AccountFrame>
    );
  return (
    <AccountFrame title={TITLE} lead={describe(invitation)}>
      <p className="-mt-4 mb-5 font-semibold wrap-anywhere">{invitation.email}</p>
      <AcceptForm token={params.token} invitation={invitation} />
    </AccountFrame>
  );
}

function describe({ role, expert, hasAccount }: OpenInvitation) {
  const as = role === "owner" ? "an owner of the shop" : `our expert ${expert}`;
  return hasAccount
    ? `To join as ${as}, enter the password of your account:`
    : `To join as ${as}, choose your name and password for:`;
}

function AcceptForm({ token, invitation: { email, role, hasAccount } }: { token: string; invitation: OpenInvitation }) {
  const navigate = useNavigate();
  const form = useForm<Acceptance>({
    async send({ name, phone, password }) {
      const body = { name, phone, password };
      const accepted = await browserApi.call("POST /api/users/invitations/:token", { params: { token }, body });
      logIn(accepted.token);
      toast("Welcome to the shop 🎉");
      await navigate(role === "owner" ? "/admin" : "/desk", { replace: true });
    },
    failed: UNREACHABLE,
  });
  return (
    <AccountForm name="Accept the invitation" form={form} action={["Accept", "Accepting…"]}>
      {/* For password managers: the account of the password. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasAccount ? (
        <>
          <OwnPasswordField error={form.errors.password} />
          <p className="-mt-3">
            <TextLink to="/forgot">Forgot password?</TextLink>
          </p>
        </>
      ) : (
        <>
          <Field label="Name" name="name" autoComplete="name" required error={form.errors.name} />
          <PhoneField name="phone" required error={form.errors.phone} />
          <NewPasswordField error={form.errors.password} />
        </>
      )}
    </AccountForm>
  );
}

export function HydrateFallback() {
  return (
    <AccountFrame title={TITLE} lead="One moment…">
      <div className="needs-script grid gap-5" aria-busy="true">
        <div className="bone h-20" />
        <div className="bone h-12" />
      </div>
    </AccountFrame>
  );
}
