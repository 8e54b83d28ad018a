import type { Order } from "../../../../contracts/orders/order.ts";
import { methodTexts } from "../../../../contracts/payments/payment-rules.ts";
import type { Refund } from "../../../../contracts/refunds/refund.ts";
import type { RefundStatus } from "../../../../contracts/refunds/refund-rules.ts";
import { browserApi } from "../../../lib/browser-api.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatRupees } from "../../../lib/money.ts";
import { useSend } from "../../../lib/use-send.ts";
import { OrderSection } from "../../../orders/order-frame.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { SmallButton } from "../../../ui/button.tsx";
import type { OrderStatusChoice } from "../use-order-status.ts";
import { isOpenFailure, openDisputes, REFUNDS_CARD } from "./money-states.ts";
import { DealtWith } from "./order-warnings.tsx";
import { RefundButton, showRefundToast } from "./refund-form.tsx";

export function Refunds({ order, choice }: { order: Order; choice: OrderStatusChoice }) {
  const { refunds = [], refundable, returnable } = order;
  if (refundable === undefined && refunds.length === 0) return null;
  const isAllBack = (refundable ?? returnable) === 0 && (returnable ?? 0) === 0;
  const isDisputed = openDisputes(order).some(({ paymentId }) => paymentId === order.paymentId);
  return (
    <OrderSection id={REFUNDS_CARD} title="Refunds">
      {refunds.length > 0 && (
        <ul className="mb-4">
          {refunds.map((refund) => (
            <RefundRow key={refund._id} order={order} refund={refund} />
          ))}
        </ul>
      )}
      {refundable !== undefined && <Refundable order={order} refundable={refundable} isDisputed={isDisputed} />}
      {isAllBack && choice.status === "paid" && !order.archivedAt && <OfferCancel choice={choice} />}
    </OrderSection>
  );
}

function Refundable({ order, refundable, isDisputed }: { order: Order; refundable: number; isDisputed: boolean }) {
  if (refundable === 0) return <p>Nothing is left to refund.</p>;
  if (isDisputed) return <p>The buyer has disputed the payment. It can be refunded once the dispute is closed.</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <strong className="font-semibold">{formatRupees(refundable)}</strong> can be refunded.
      </p>
      <RefundButton order={order} refundable={refundable} />
    </div>
  );
}

/** Offered when everything was refunded and nothing shipped: usually the order should be cancelled too. */
const OfferCancel = ({ choice }: { choice: OrderStatusChoice }) => (
  <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-sand px-4 py-3">
    <p className="min-w-0 grow basis-48">All of the money went back and nothing was shipped.</p>
    <SmallButton onClick={() => choice.choose("cancelled")}>Cancel the order</SmallButton>
  </div>
);

const states = {
  pending: { tone: "gold", text: "On its way" },
  processed: { tone: "sage", text: "Refunded" },
  failed: { tone: "rose", text: "Failed" },
} as const satisfies Record<RefundStatus, object>;

function RefundRow({ order, refund }: { order: Order; refund: Refund }) {
  const { status, amount, reason, lines, failure, method, arn, by } = refund;
  const { tone, text } = states[status];
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{formatRupees(amount)}</strong>
        <Badge tone={tone}>{method ? `Returned ${methodTexts[method]}` : text}</Badge>
        <span className="text-small text-ink-soft">{formatMoment(refund.createdAt)}</span>
      </p>
      {lines && <p className="wrap-anywhere">{lines.map(({ title, qty }) => `${title} x ${qty}`).join(", ")}</p>}
      <p className="wrap-anywhere">{reason || (by === "provider" && "Made in the payment provider's dashboard.")}</p>
      {arn && (
        <p className="text-small wrap-anywhere text-ink-soft">
          {method ? "Reference" : "Bank reference"} {arn}
        </p>
      )}
      {failure && <p className="mt-1 font-medium wrap-anywhere text-rose">{failure}</p>}
      {refund.retriedAs && <p className="text-small text-ink-soft">It was tried again.</p>}
      {refund.dealtWith && (
        <p className="text-small wrap-anywhere text-ink-soft">Dealt with: {refund.dealtWith.note}</p>
      )}
      {isOpenFailure(refund) && <FailedActions order={order} refund={refund} />}
    </li>
  );
}

function FailedActions({ order, refund }: { order: Order; refund: Refund }) {
  const { send, isSending } = useSend("It could not be tried again. Please check your connection.", { asToast: true });
  const params = { id: order._id, refundId: refund._id };
  // Idempotent: the server creates only one new refund.
  const retry = () =>
    send(
      async () => showRefundToast(await browserApi.call("POST /api/orders/:id/refunds/:refundId/retry", { params })),
      "",
    );
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <SmallButton onClick={retry} disabled={isSending}>
        {isSending ? "Trying..." : "Try again"}
      </SmallButton>
      <DealtWith order={order} refundId={refund._id} />
    </div>
  );
}
