import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ApiKeyForm, Webhook, WebhookDelivery, WebhookForm } from "../../../contracts/integrations/integration.ts";
import { MAX_KEY_NAME_LENGTH, MAX_WEBHOOK_URL_LENGTH } from "../../../contracts/integrations/integration-rules.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { useConfirmedForm } from "../../account/confirmed-form.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay, formatMoment } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import { AskDialog, DialogForm } from "../../ui/ask-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import type { Route } from "./+types/integrations-page";

/** Title, text, the button that adds one and the one that ends it. */
const kinds = {
  key: ["API keys", "A program calls the shop with a key, in your name.", "Make an API key", "Revoke"],
  webhook: ["Webhooks", "The shop tells these addresses what happens to orders.", "Add a webhook", "Remove"],
} as const;
const accessNames = { read: "Reads catalogue and orders", orders: "Reads, and changes orders" };
const FAILED = "That did not work. Please try again.";

/** `found` is undefined when loading failed. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const both = [browserApi.call("GET /api/api-keys", {}), browserApi.call("GET /api/webhooks", {})] as const;
  return { found: await Promise.all(both).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

export default function IntegrationsPage({ loaderData: { found } }: Route.ComponentProps) {
  const keys = found?.[0].map(({ name, access, endsWith, lastUsedAt, ...key }) => {
    const used = lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : "Not used yet";
    return { ...key, title: name, text: `${accessNames[access]}. Ends in ${endsWith}. ${used}.` };
  });
  const webhooks = found?.[1].map(({ url, hasFormerSecret, ...webhook }) => {
    const text = hasFormerSecret
      ? "Its calls also carry the old signature. Make a new secret when its program checks the new headers."
      : "";
    return { ...webhook, title: url, text };
  });
  return (
    <>
      <AdminPageHeader title="API keys and webhooks" />
      <div className="grid gap-6">
        {keys && <Integrations kind="key" rows={keys} />}
        {webhooks && <Integrations kind="webhook" rows={webhooks} />}
        {!found && <LoadFailed>Failed to load API keys and webhooks</LoadFailed>}
      </div>
    </>
  );
}

type Row = Omit<Webhook, "url" | "hasFormerSecret"> & { title: string; text: string };
type Kind = keyof typeof kinds;

function Integrations({ kind, rows }: { kind: Kind; rows: Row[] }) {
  const [title, text, add, end] = kinds[kind];
  const { revalidate } = useRevalidator();
  /** What the dialog is for; a webhook: its new secret. It stays while the dialog closes. */
  const [asked, setAsked] = useState<"new" | Row>("new");
  const [isAsking, setAsking] = useState(false);
  const ask = (wanted: "new" | Row) => {
    setAsked(wanted);
    setAsking(true);
  };
  const [chosen, choose] = useState<Row>();
  const remove = async () => {
    const params = { id: chosen!._id };
    await browserApi.call(kind === "key" ? "DELETE /api/api-keys/:id" : "DELETE /api/webhooks/:id", { params });
    choose(undefined);
    await revalidate();
  };
  return (
    <Panel title={title}>
      <p className="-mt-2">{text}</p>
      <ul className="my-4 grid divide-y divide-line">
        {rows.map((row) => (
          <li key={row._id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">
                {row.title} {row.createdBy === null && <Badge tone="rose">Ended: made by a former owner</Badge>}
              </p>
              <p className="text-small text-ink-soft">
                {row.text} Made {formatDay(row.createdAt)} {row.createdBy && `by ${row.createdBy}`}
              </p>
              {kind === "webhook" && <Deliveries id={row._id} />}
            </div>
            <div className="flex flex-wrap gap-2">
              {kind === "webhook" && row.createdBy !== null && (
                <SmallButton onClick={() => ask(row)}>
                  New secret
                  <span className="sr-only"> for {row.title}</span>
                </SmallButton>
              )}
              <SmallButton onClick={() => choose(row)} className="text-rose">
                {end}
                <span className="sr-only"> {row.title}</span>
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
      <SmallButton onClick={() => ask("new")}>{add}</SmallButton>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={asked === "new" ? add : `New secret for ${asked.title}`}
        look="choice"
      >
        {isAsking && <SecretForm kind={kind} of={asked} onClose={() => setAsking(false)} />}
      </Dialog>
      <AskDialog
        open={chosen !== undefined}
        onClose={() => choose(undefined)}
        title={`${end} ${chosen?.title}`}
        action={[end, "One moment…"]}
        send={remove}
        failed={FAILED}
      >
        <p>It ends at once, and what relies on it stops working.</p>
      </AskDialog>
    </Panel>
  );
}

/** Makes a key, a webhook or a webhook's new secret, which is shown once, in place of the fields. */
function SecretForm({ kind, of, onClose }: { kind: Kind; of: "new" | Row; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [secret, setSecret] = useState("");
  const { form, confirmField } = useConfirmedForm<ApiKeyForm & WebhookForm>({
    async send(body) {
      if (secret) return copyText(secret);
      const made =
        of === "new"
          ? browserApi.call(kind === "key" ? "POST /api/api-keys" : "POST /api/webhooks", { body })
          : browserApi.call("POST /api/webhooks/:id/secret", { params: { id: of._id }, body });
      setSecret((await made).secret);
      await revalidate();
    },
  });
  const { errors } = form;
  const label = kind === "key" ? "The key" : "The secret that signs each call";
  const shown = { readOnly: true, required: true, label, hint: "Keep it now: it is shown only once." };
  const isNew = of === "new";
  const action = secret ? "Copy" : isNew ? kinds[kind][2] : "Make a new secret";
  return (
    <DialogForm
      name={action}
      form={form}
      action={[action, "One moment…"]}
      keep={secret ? "Close" : "Cancel"}
      onClose={onClose}
    >
      {secret && <Field {...shown} value={secret} onFocus={({ currentTarget }) => currentTarget.select()} />}
      {!secret && !isNew && (
        <p>The secret in use ends at once: give the new one to the program that reads the calls.</p>
      )}
      {!secret && isNew && kind === "key" && (
        <>
          <Field label="Name" name="name" required maxLength={MAX_KEY_NAME_LENGTH} error={errors.name} />
          <SelectField label="What it may do" name="access" required error={errors.access}>
            <Options of={Object.entries(accessNames)} />
          </SelectField>
        </>
      )}
      {!secret && isNew && kind === "webhook" && (
        <Field label="Address" name="url" required maxLength={MAX_WEBHOOK_URL_LENGTH} error={errors.url} />
      )}
      {!secret && confirmField}
    </DialogForm>
  );
}

function Deliveries({ id }: { id: string }) {
  const [deliveries, setDeliveries] = useState<WebhookDelivery[]>();
  const { send, isSending } = useSend(FAILED, { asToast: true });
  const params = { id };
  const load = () =>
    send(async () => setDeliveries(await browserApi.call("GET /api/webhooks/:id/deliveries", { params })));
  const test = () =>
    send(async () => {
      const { problem } = await browserApi.call("POST /api/webhooks/:id/test", { params });
      toast(problem ?? "The test arrived.", problem ? { tone: "bad" } : {});
    });
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary className="row-action -ml-2">Deliveries</summary>
      <SmallButton onClick={test} disabled={isSending}>
        Send a test
      </SmallButton>
      <ol className="mt-2 grid gap-2 text-small">
        {deliveries?.length === 0 && <li>Nothing yet.</li>}
        {deliveries?.map(({ _id, event, orderId, createdAt, attempts, status, problem }) => (
          <li key={_id}>
            {formatMoment(createdAt)}: {event} of{" "}
            <Link to={`/admin/orders/${orderId}`} className="underline">
              {shortId(orderId)}
            </Link>
            , {problem ? <span className="text-rose">{problem}</span> : (status ?? "waiting")}
            {attempts > 1 && ` (${attempts} tries)`}
          </li>
        ))}
      </ol>
    </details>
  );
}
