import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { IdentityProof } from "../../../contracts/accounts/second-factor.ts";
import * as provider from "../../../contracts/payments/payment-rules.ts";
import type { SealedForms, SealedState, SealedTry } from "../../../contracts/settings/sealed-settings.ts";
import type { FirstDay } from "../../../contracts/settings/settings-calls.ts";
import { type SealedGroup, sealedTitles } from "../../../contracts/settings/settings-rules.ts";
import { useConfirmedForm } from "../../account/confirmed-form.tsx";
import { PasswordField } from "../../account/password-field.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay, formatMoment, MINUTE_MS } from "../../lib/dates.ts";
import { useOrigin } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { DetailList } from "../layout/detail-list.tsx";

interface SealedPageProps {
  state: SealedState;
  firstDay: FirstDay | undefined;
}

const { PROVIDER_LABEL } = provider;
const help: Record<SealedGroup, string[]> = {
  payments: [
    `In ${PROVIDER_LABEL}'s dashboard choose live or test mode, then Account & Settings, API keys, and generate a key.`,
    "Copy the key id and the key secret here: the secret is shown there only once.",
    `Under Webhooks there, add the address below with a secret of your own, which you type here too. Tick these events: ${provider.WEBHOOK_EVENTS}.`,
  ],
  mail: [
    "Your mail provider's help names its SMTP server and port: most use 465 with TLS or 587 with STARTTLS.",
    "Some providers, such as Gmail, need an app password in place of your own.",
    "The sender must be an address that this server may send for.",
  ],
};

const fields: Record<SealedGroup, [name: string, label: string, hint?: string][]> = {
  payments: [
    ["keyId", "Key id", "Begins with rzp_live_ or, to try things out, rzp_test_."],
    ["keySecret", "Key secret"],
    ["webhookSecret", "Webhook secret"],
  ],
  mail: [
    ["host", "Server", "For example smtp.example.com."],
    ["port", "Port"],
    ["security", "Security"],
    ["user", "User name"],
    ["password", "Password of the mail server"],
    ["sender", "Sender", "For example Nakshatra <namaste@example.com>. Empty: the shop's e-mail."],
  ],
};
const optional = ["user", "password", "sender"];
const securities = [
  ["tls", "TLS"],
  ["starttls", "STARTTLS"],
  ["none", "Only if the server offers it"],
] as const;

const describe = ({ isSet, endsIn, setAt }: SealedState["secrets"][string]) =>
  isSet ? `Set${setAt ? ` on ${formatDay(setAt)}` : ""}${endsIn ? `, ends in ${endsIn}` : ""}` : "Not set";

/** Events from before the keys were saved came from the sandbox, or from another account. */
function lastHeard({ updatedAt }: SealedState, firstDay: FirstDay | undefined) {
  const { mode, lastWebhook } = firstDay?.payments ?? {};
  if (mode === "sandbox" || !lastWebhook || lastWebhook.at < (updatedAt ?? "")) return undefined;
  const minutes = Math.round((Date.now() - Date.parse(lastWebhook.at)) / MINUTE_MS);
  return minutes < 60 ? `${minutes} ${minutes === 1 ? "minute" : "minutes"} ago` : formatMoment(lastWebhook.at);
}

function Webhook({ state, firstDay }: SealedPageProps) {
  const address = useOrigin() + provider.WEBHOOK_PATH;
  const heard = lastHeard(state, firstDay);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>Webhook address:</span> <code className="wrap-anywhere">{address}</code>
      <CopyButton text={address} label="Copy" />
      <p className="basis-full">
        {heard ? `Last heard from ${PROVIDER_LABEL} ${heard}.` : `Nothing was heard from ${PROVIDER_LABEL} yet.`}
      </p>
    </div>
  );
}

export function SealedPage({ state, firstDay }: SealedPageProps) {
  const { group, source, values, secrets, problem } = state;
  const shown = fields[group].map(([name, label]) => [label, secrets[name] ? describe(secrets[name]) : values[name]]);
  return (
    <div className="grid max-w-[52rem] gap-5">
      <FormError>{problem}</FormError>
      {source === "environment" && <p>Environment variables of the server set these, and win. Change them there.</p>}
      {source === "environment" && <DetailList details={Object.fromEntries(shown)} />}
      {source !== "environment" && (
        <ol className="list-decimal pl-6">
          {help[group].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {group === "payments" && <Webhook state={state} firstDay={firstDay} />}
      {source !== "environment" && <SealedForm key={state.version} state={state} firstDay={firstDay} />}
    </div>
  );
}

type Intent = "test" | "save" | "anyway" | "remove";

function SealedForm({ state, firstDay }: SealedPageProps) {
  const { group, version, values, secrets, source } = state;
  const { revalidate } = useRevalidator();
  const element = useRef<HTMLFormElement>(null);
  const wanted = useRef<Intent>("save");
  const isConfirmed = useRef(false);
  const [asked, setAsked] = useState<Intent>();
  const [tried, setTried] = useState<SealedTry>();
  const [isUnreached, setUnreached] = useState(false);
  const todo = firstDay?.items.filter(({ key, done }) => !done && ["mail", "legal", "demo"].includes(key)) ?? [];
  const missing = todo.map(({ title }) => title);
  if (!lastHeard(state, firstDay)) missing.unshift("The webhook: nothing was heard from it yet");

  const { form, confirmField } = useConfirmedForm<IdentityProof & Record<string, string>>({
    async send(typed) {
      const intent = wanted.current;
      const goesLive = typed.keyId?.startsWith(provider.LIVE_KEY) && firstDay?.payments.mode !== "live";
      const isQuestion = intent === "remove" || (goesLive && intent !== "test");
      if (isQuestion && !isConfirmed.current) return setAsked(intent);
      isConfirmed.current = false;
      setTried(undefined);
      const body = { ...typed, version, saveAnyway: intent === "anyway" } as unknown as SealedForms["payments"];
      const path = `/api/settings/${group}` as "/api/settings/payments";
      if (intent === "test") return setTried(await browserApi.call(`POST ${path}/test`, { body }));
      await browserApi.call(intent === "remove" ? `DELETE ${path}` : `PUT ${path}`, { body });
      toast(intent === "remove" ? "Removed." : "✅ Saved. It is in use now.");
      await revalidate();
    },
    fail(refusal) {
      setUnreached(refusal?.code === "not_reached");
      return undefined;
    },
  });

  const submit = (intent: Intent, label: string) => (
    <SmallButton
      type="submit"
      look={intent === "save" ? "accent" : "quiet"}
      disabled={form.isSending}
      onClick={() => Object.assign(wanted, { current: intent })}
    >
      {label}
    </SmallButton>
  );
  const confirm = async () => {
    setAsked(undefined);
    isConfirmed.current = true;
    element.current?.requestSubmit();
  };
  const isRemoval = asked === "remove";
  return (
    <>
      <form method="dialog" ref={element} aria-label={sealedTitles[group]} {...form.attributes} className="grid gap-4">
        {fields[group].map(([name, label, hint]) => {
          const required = !optional.includes(name) && !secrets[name]?.isSet;
          const shared = { name, label, hint, required, error: form.errors[name] };
          const kept = secrets[name]?.isSet ? `${describe(secrets[name])}. Leave it empty to keep it.` : undefined;
          if (secrets[name]) return <PasswordField key={name} {...shared} hint={kept} autoComplete="new-password" />;
          const typed = { ...shared, defaultValue: values[name] ?? "", autoComplete: "off" };
          if (name !== "security") return <Field key={name} {...typed} />;
          return (
            <SelectField key={name} {...typed}>
              <Options of={securities} />
            </SelectField>
          );
        })}
        {confirmField}
        <p role="status" className={tried?.outcome === "works" ? "" : "text-rose empty:hidden"}>
          {tried?.message}
        </p>
        <FormError>{form.error}</FormError>
        <div className="flex flex-wrap gap-3">
          {submit("save", form.isSending ? "One moment…" : "Save")}
          {submit("test", "Try it")}
          {isUnreached && submit("anyway", "Save anyway")}
          {source === "settings" && submit("remove", "Remove")}
        </div>
      </form>
      <AskDialog
        open={asked !== undefined}
        title={isRemoval ? `Remove “${sealedTitles[group]}”` : "Go live"}
        action={isRemoval ? ["Remove", "Removing…"] : ["Go live", "One moment…"]}
        failed="It did not work. Please try again."
        onClose={() => setAsked(undefined)}
        send={confirm}
      >
        <p>
          {isRemoval
            ? "The shop forgets these values at once."
            : `From now on buyers pay real money.${missing.length > 0 ? " These are still to do:" : ""}`}
        </p>
        <ul className="list-disc pl-6 empty:hidden">
          {!isRemoval && missing.map((item) => <li key={item}>{item}</li>)}
        </ul>
      </AskDialog>
    </>
  );
}
