import { eq } from "drizzle-orm";
import { type DisputeStatus, isOpenDispute } from "../../contracts/refunds/refund-rules.ts";
import type { ProviderDispute } from "../payments/service.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { formatMoment } from "../platform/indian-time.ts";
import { type DisputeRow, disputes } from "./dispute-table.ts";
import { recountReturned } from "./ledger.ts";
import type { RefundDeps } from "./service.ts";

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
    const locked = await deps.orders.lockByPayment(tx, paymentId);
    if (!locked) return;
    const [known] = await tx.select().from(disputes).where(eq(disputes.id, id));
    if (known && isOutdated(known, news)) return;
    const orderId = locked.order.id;
    const respondBy = news.respondBy ? new Date(news.respondBy) : null;
    const times = { respondBy, updatedAt: deps.clock.now(), eventAt: new Date(news.eventAt) };
    const values = { amountPaise, status, phase, reasonCode, ...times };
    await tx
      .insert(disputes)
      .values({ id, paymentId, orderId, createdAt: new Date(news.createdAt), ...values })
      .onConflictDoUpdate({ target: disputes.id, set: values });
    await recountReturned(tx, deps, paymentId);
    if (known?.status === status) return;
    const deadline = isOpenDispute(status) && respondBy ? ` Respond by ${formatMoment(respondBy)}.` : "";
    const text = `A dispute of ${formatPaise(amountPaise)} ${disputeTexts[status]}.${deadline}`;
    await deps.orders.recordEvent(tx, { orderId, kind: "dispute", text, isPublic: false, actor: "payment" });
    await deps.mails.enqueueDispute(tx, id, status);
  });
}
