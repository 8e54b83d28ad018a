import { useState } from "react";
import { useRevalidator } from "react-router";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import type * as contract from "../../../contracts/settings/settings-calls.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { formatRupees } from "../../lib/money.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Panel } from "../../ui/panel.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import { DetailList } from "../layout/detail-list.tsx";
import { countOf } from "../layout/labels.ts";
import type { Route } from "./+types/first-day-page";
import { Checklist, loadFirstDay } from "./checklist.tsx";

const modeTexts: Record<contract.PaymentStatus["mode"], string> = {
  none: "None: this shop cannot take payments yet",
  sandbox: "Sandbox: the shop plays the payment provider, no money moves",
  test: `${PROVIDER_LABEL} with test keys: no money moves`,
  live: `${PROVIDER_LABEL}, live`,
};

function PaymentStatus({
  payments: { mode, hasKeys, lastWebhook, lastPayment },
}: {
  payments: contract.PaymentStatus;
}) {
  const noWebhook =
    mode === "sandbox" ? "None yet" : `None in the last 30 days. Check the webhook in ${PROVIDER_LABEL}'s dashboard.`;
  return (
    <DetailList
      details={{
        Mode: modeTexts[mode],
        Keys: hasKeys ? "Set" : "Not set",
        Webhook: lastWebhook ? [lastWebhook.kind, formatMoment(lastWebhook.at)].filter(Boolean).join(", ") : noWebhook,
        "Last paid": lastPayment
          ? `${formatRupees(lastPayment.amount)} for order ${shortId(lastPayment.orderId)}, ${formatMoment(lastPayment.at)}`
          : "None yet",
      }}
    />
  );
}

const mailTexts: Record<contract.FirstDay["mail"], string> = {
  smtp: "Mails are sent by your mail server.",
  file: "No mail server is set: mails are written to files and reach nobody.",
};

function TestMail({ mail }: { mail: contract.FirstDay["mail"] }) {
  const { send, isSending, error } = useSend("The test mail could not be sent. Please try again.");
  const [result, setResult] = useState<contract.TestMail>();
  const test = () => {
    setResult(undefined);
    return send(async () => setResult(await browserApi.call("POST /api/first-day/test-mail", {})));
  };
  const isRefused = error !== "" || result?.outcome === "refused";
  return (
    <>
      <p>{mailTexts[mail]}</p>
      <SmallButton onClick={test} disabled={isSending} className="mt-3">
        {isSending ? "Sending…" : "Send me a test mail"}
      </SmallButton>
      <p role="status" className={classes("mt-3 wrap-anywhere empty:hidden", isRefused && "text-rose")}>
        {error || result?.message}
      </p>
    </>
  );
}

const words: Record<keyof contract.DemoCounts, [one: string, many: string]> = {
  products: ["product", "products"],
  courses: ["course", "courses"],
  experts: ["expert", "experts"],
  blogs: ["article", "articles"],
};

/** `68 products, 8 courses and 1 article`; empty when there is nothing. */
function formatCounts(counts: contract.DemoCounts) {
  const parts = (Object.keys(words) as (keyof contract.DemoCounts)[]).flatMap((kind) => {
    const count = counts[kind];
    return count > 0 ? countOf(count, ...words[kind]) : [];
  });
  return new Intl.ListFormat("en-GB").format(parts);
}

/** Removes the demo records that are still as they were loaded. */
function DemoData({ demo }: { demo: contract.DemoCounts }) {
  const [isOpen, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const close = () => setOpen(false);
  const counts = formatCounts(demo);

  const remove = async () => {
    const removed = formatCounts(await browserApi.call("DELETE /api/first-day/demo-data", {}));
    close();
    toast(removed ? `🗑️ Removed ${removed}` : "There was no demo data left to remove.");
    await revalidate();
  };

  if (!counts) return <p>There is no demo data in this shop.</p>;
  return (
    <>
      <p>{counts} came with the shop and are still as they were. What you have changed is yours and stays.</p>
      <p className="mt-2">
        Their pictures are drawings. Before you sell a piece, replace them by photographs of the actual piece.
      </p>
      <SmallButton onClick={() => setOpen(true)} className="mt-3 text-rose">
        Remove demo data
      </SmallButton>
      <AskDialog
        open={isOpen}
        onClose={close}
        title="Remove demo data"
        action={["Remove", "Removing…"]}
        send={remove}
        failed="The demo data could not be removed. Please try again."
      >
        <p>{counts} will be deleted with their pictures. This cannot be undone. Orders keep what was bought.</p>
      </AskDialog>
    </>
  );
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  return { firstDay: await loadFirstDay() };
}
clientLoader.hydrate = true as const;

export default function FirstDayPage({ loaderData: { firstDay } }: Route.ComponentProps) {
  const done = firstDay?.items.filter((item) => item.done).length;
  return (
    <>
      <AdminPageHeader title="First day" note={firstDay && `${done} of ${firstDay.items.length} done`} />
      {firstDay ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Panel title="Before you sell">
            <Checklist items={firstDay.items} />
          </Panel>
          <div className="grid gap-4">
            <Panel anchor="payments" title="Payments">
              <PaymentStatus payments={firstDay.payments} />
            </Panel>
            <Panel anchor="mail" title="Mail">
              <TestMail mail={firstDay.mail} />
            </Panel>
            <Panel anchor="demo" title="Demo data">
              <DemoData demo={firstDay.demo} />
            </Panel>
          </div>
        </div>
      ) : (
        <LoadFailed>Failed to load first day</LoadFailed>
      )}
    </>
  );
}
