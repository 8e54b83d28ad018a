import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { IdentityProof } from "../../../contracts/accounts/second-factor.ts";
import * as provider from "../../../contracts/payments/payment-rules.ts";
import type { SealedInput, SealedState } from "../../../contracts/settings/sealed-settings.ts";
import type { FirstDay } from "../../../contracts/settings/settings-calls.ts";
import { type SealedGroup, sealedTitles } from "../../../contracts/settings/settings-rules.ts";
import { useConfirmedForm } from "../../account/confirmed-form.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay, formatMoment, MINUTE_MS } from "../../lib/dates.ts";
import { useOrigin } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { SmallButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FormError } from "../../ui/field.tsx";
import { countOf } from "../layout/labels.ts";
import { choice, isOptional, line, number, type SettingField, secret, type Values } from "./field-kinds.ts";
import { SettingFields } from "./setting-field.tsx";

interface SealedProps {
  state: SealedState;
  firstDay: FirstDay | undefined;
}

const { PROVIDER_LABEL } = provider;
/** The calls of the groups differ in their fields alone. */
const pathOf = (group: SealedGroup) => `/api/settings/${group}` as "/api/settings/payments";

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

const fieldsOf: Record<SealedGroup, SettingField[]> = {
  payments: [
    line("keyId", "Key id", { hint: "Begins with rzp_live_ or, to try things out, rzp_test_." }),
    secret("keySecret", "Key secret"),
    secret("webhookSecret", "Webhook secret"),
  ],
  mail: [
    line("host", "Server", { hint: "For example smtp.example.com." }),
    number("port", "Port"),
    choice("security", "Security", [
      ["tls", "TLS"],
      ["starttls", "STARTTLS"],
      ["none", "Only if the server offers it"],
    ]),
    line("user", "User name", { isOptional }),
    secret("password", "Password of the mail server", { isOptional }),
    line("sender", "Sender", {
      isOptional,
      hint: "For example Nakshatra <namaste@example.com>. Empty: the shop's e-mail.",
    }),
  ],
};

/** Events from before the keys were saved came from the sandbox, or from another account. */
function lastHeard({ state: { updatedAt }, firstDay }: SealedProps) {
  const { mode, lastWebhook } = firstDay?.payments ?? {};
  if (mode === "sandbox" || !lastWebhook || lastWebhook.at < (updatedAt ?? "")) return undefined;
  const minutes = Math.round((Date.now() - Date.parse(lastWebhook.at)) / MINUTE_MS);
  return minutes < 60 ? `${countOf(minutes, "minute", "minutes")} ago` : formatMoment(lastWebhook.at);
}

export function SealedPage(props: SealedProps) {
  const { group, source, problem, version } = props.state;
  const address = useOrigin() + provider.WEBHOOK_PATH;
  const heard = lastHeard(props);
  return (
    <div className="grid max-w-[52rem] gap-5">
      <FormError>{problem}</FormError>
      {source === "environment" && <p>Environment variables of the server set these, and win. Change them there.</p>}
      <ol className="list-decimal pl-6">
        {help[group].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {group === "payments" && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>Webhook address:</span> <code className="wrap-anywhere">{address}</code>
          <CopyButton text={address} />
          <p className="basis-full">
            {heard ? `Last heard from ${PROVIDER_LABEL} ${heard}.` : `Nothing was heard from ${PROVIDER_LABEL} yet.`}
          </p>
        </div>
      )}
      <SealedForm key={version} {...props} />
    </div>
  );
}

/** What buyers would miss, when the typed keys are the first live ones. */
function toDoBeforeLive({ keyId }: Values, props: SealedProps) {
  const { items = [], payments } = props.firstDay ?? {};
  if (payments?.mode === "live" || !String(keyId).startsWith(provider.LIVE_KEY)) return undefined;
  const open = items.filter(({ key, done }) => !done && ["mail", "legal", "demo"].includes(key));
  return [...(lastHeard(props) ? [] : ["Webhook"]), ...open.map(({ title }) => title)];
}

function SealedForm(props: SealedProps) {
  const { group, version, secrets, source, updatedAt, values: stored } = props.state;
  const { revalidate } = useRevalidator();
  const action = useRef<"save" | "try" | "remove">("save");
  const [values, setValues] = useState<Values>({ security: "tls", ...stored });
  const toDo = toDoBeforeLive(values, props);
  const [day, keep] =
    source === "settings" ? [` on ${formatDay(updatedAt!)}`, " Leave it empty to keep it."] : ["", ""];
  const fields = fieldsOf[group].map((field) => {
    const end = secrets[field.name];
    if (typeof end !== "string") return field;
    return { ...field, isOptional, hint: `Set${day}${end && `, ends in ${end}`}.${keep}` };
  });

  const { form, confirmField } = useConfirmedForm<IdentityProof & SealedInput["payments"]>({
    async send(body) {
      if (action.current === "try") {
        const { message } = await browserApi.call(`POST ${pathOf(group)}/test`, { body });
        return toast(message);
      }
      const isRemoval = action.current === "remove";
      await browserApi.call(`${isRemoval ? "DELETE" : "PUT"} ${pathOf(group)}`, { body: { ...body, version } });
      toast(isRemoval ? "Removed. The shop has forgotten these values." : "✅ Saved. It is in use now.");
      await revalidate();
    },
  });
  const submit = (chosen: typeof action.current) => ({
    type: "submit" as const,
    disabled: form.isSending,
    onClick() {
      action.current = chosen;
    },
  });
  return (
    <form method="dialog" aria-label={sealedTitles[group]} {...form.attributes}>
      <fieldset disabled={source === "environment"} className="grid gap-4">
        <SettingFields fields={fields} path="" values={values} errors={form.errors} onChange={setValues} />
        {confirmField}
        <FormError>{form.error}</FormError>
        {toDo && (
          <p role="note" className="rounded-card border border-gold bg-sand px-4 py-2">
            With these keys buyers pay real money. Still to do: {toDo.join(", ") || "nothing"}.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <SmallButton look="accent" {...submit("save")}>
            {form.isSending ? "One moment…" : toDo ? "Go live" : "Save"}
          </SmallButton>
          <SmallButton {...submit("try")}>Try it</SmallButton>
          {source === "settings" && <SmallButton {...submit("remove")}>Remove</SmallButton>}
        </div>
      </fieldset>
    </form>
  );
}
