import { PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import type { PaymentStatus as Status } from "../../../contracts/settings/settings-calls.ts";
import { shortId } from "../../checkout/order-rules.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { DetailList } from "../orders/detail-list.tsx";

const modeTexts: Record<Status["mode"], string> = {
  sandbox: "Sandbox: the shop plays the payment provider, no money moves",
  test: `${PROVIDER_LABEL} with test keys: no money moves`,
  live: `${PROVIDER_LABEL}, live`,
};

export function PaymentStatus({ payments: { mode, hasKeys, lastWebhook, lastPayment } }: { payments: Status }) {
  const noWebhook =
    mode === "sandbox" ? "None yet" : `None in the last 30 days. Check the webhook in ${PROVIDER_LABEL}'s dashboard.`;
  return (
    <DetailList
      details={{
        Mode: modeTexts[mode],
        Keys: hasKeys ? "Set" : "Not set",
        Webhook: lastWebhook ? [lastWebhook.kind, formatMoment(lastWebhook.at)].filter(Boolean).join(", ") : noWebhook,
        "Last paid": lastPayment
          ? `${formatRupees(lastPayment.amount)} for order ${shortId({ _id: lastPayment.orderId })}, ${formatMoment(lastPayment.at)}`
          : "None yet",
      }}
    />
  );
}
