import { type DisputeStatus, isOpenDispute } from "../../contracts/refunds/refund-rules.ts";
import type { DisputeRow } from "../orders/core/dispute-table.ts";
import type { FullOrder } from "../orders/core/order.ts";
import type { ProviderDispute } from "../payments/provider/provider.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { formatMoment } from "../platform/indian-time.ts";
import type { RefundDeps } from "./deps.ts";

export const disputeTexts: Record<DisputeStatus, string> = {
  open: "was opened by the buyer's bank",
  under_review: "is under review",
  action_required: "needs more evidence from you",
  won: "was won: the money stays yours",
  lost: "was lost: the bank has returned the money to the buyer",
  closed: "was closed",
};

/** Ignores events that arrive out of order. A dispute that has ended is never reopened. */
function isOutdated(known: DisputeRow, news: ProviderDispute) {
  const isReopened = !isOpenDispute(known.status) && isOpenDispute(news.status);
  return isReopened || known.eventAt > new Date(news.eventAt);
}

/** Records a dispute event of the provider. Idempotent; ignores disputes of other shops' payments. */
export async function applyDispute(deps: RefundDeps, news: ProviderDispute) {
  const { id, paymentId, amountPaise, status, phase, reasonCode } = news;
  await deps.db.transaction(async (tx) => {
    const payment = await deps.orders.findPayment(paymentId, tx);
    if (!payment) return;
    const { orderId } = payment;
    const { before, after } = await deps.core.change(tx, orderId, { actor: "payment" }, (full) => {
      const known = full.disputes.find((one) => one.id === id);
      if (known && isOutdated(known, news)) return undefined;
      const respondBy = news.respondBy ? new Date(news.respondBy) : null;
      const times = { respondBy, updatedAt: deps.clock.now(), eventAt: new Date(news.eventAt) };
      const createdAt = known?.createdAt ?? new Date(news.createdAt);
      const dispute = { id, paymentId, orderId, createdAt, amountPaise, status, phase, reasonCode, ...times };
      const deadline = isOpenDispute(status) && respondBy ? ` Respond by ${formatMoment(respondBy)}.` : "";
      const text = `A dispute of ${formatPaise(amountPaise)} ${disputeTexts[status]}.${deadline}`;
      const isNews = known?.status !== status;
      return { type: "applyDispute", dispute, entries: isNews ? [{ kind: "dispute", text, isPublic: false }] : [] };
    });
    const statusIn = ({ disputes }: FullOrder) => disputes.find((one) => one.id === id)?.status;
    if (statusIn(after) !== statusIn(before)) await deps.mails.enqueueDispute(tx, id, status);
  });
}
