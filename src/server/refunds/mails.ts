import { eq } from "drizzle-orm";
import { shortId } from "../../contracts/orders/order-rules.ts";
import { methodTexts } from "../../contracts/payments/payment-rules.ts";
import { contactLine } from "../notifications/service.ts";
import { disputes } from "../orders/core/dispute-table.ts";
import { type RefundRow, returnMethodOf } from "../orders/core/refund-table.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { formatMoment } from "../platform/indian-time.ts";
import { disputeTexts } from "./apply-dispute.ts";
import type { RefundDeps } from "./deps.ts";
import { findRefundRow, wholeRefunds } from "./ledger.ts";

/** Customers read this in the mail and on the order's page. */
const TIMING = "It usually takes 2 to 7 days with UPI and 5 to 10 days with cards until you see it in your account.";

/** How the money comes back to the buyer. */
function wayOf(refund: RefundRow, amount: string) {
  const method = returnMethodOf(refund);
  if (method)
    return {
      title: `We have returned ${amount}`,
      paragraphs: [`we have returned ${amount} to you ${methodTexts[method]}.`],
    };
  return {
    title: `Your refund of ${amount} is on its way`,
    paragraphs: [`we have refunded ${amount} to the account or card you paid with.`, TIMING],
  };
}

/** What mails about refunds and disputes say. Each is composed when it is sent, and skipped if it is outdated. */
export function composeRefundMails({ db, notifications, settings, orders, publicUrl, mails }: RefundDeps) {
  const readShop = async () => (await settings.read()).business;
  const openOrder = (orderId: string) => ({ label: "Open the order", url: `${publicUrl}/admin/orders/${orderId}` });

  notifications.compose(mails.onItsWay, async ({ refundId }) => {
    const orderId = (await findRefundRow(db, refundId))?.orderId;
    const [full] = orderId ? await orders.read([orderId]) : [];
    const refund = full && wholeRefunds(full.refunds).find(({ id }) => id === refundId);
    const buyer = refund && (await orders.findBuyers([refund.orderId])).get(refund.orderId);
    if (!buyer || refund.status === "failed") return undefined;
    const amount = formatPaise(refund.amountPaise);
    const { title, paragraphs } = wayOf(refund, amount);
    return {
      to: buyer.email,
      subject: `${title}: order ${shortId(refund.orderId)}`,
      title,
      paragraphs: [`Namaste ${buyer.name},`, ...paragraphs],
      details: [
        { label: "Order", value: await orders.findName(refund.orderId) },
        { label: "Refund", value: amount },
        ...(returnMethodOf(refund) && refund.arn ? [{ label: "Reference", value: refund.arn }] : []),
        ...(refund.reason ? [{ label: "Reason", value: refund.reason }] : []),
      ],
      action: { label: "See your order", url: `${publicUrl}/orders/${refund.orderId}` },
      footnote: contactLine(await readShop()),
    };
  });

  notifications.compose(mails.failed, async ({ refundId }) => {
    const refund = await findRefundRow(db, refundId);
    if (refund?.status !== "failed") return undefined;
    const amount = formatPaise(refund.amountPaise);
    return {
      to: (await readShop()).email,
      subject: `A refund failed: order ${shortId(refund.orderId)}`,
      title: "A refund failed",
      paragraphs: [`The refund of ${amount} did not reach the buyer.`, refund.failure],
      details: [
        { label: "Order", value: await orders.findName(refund.orderId) },
        { label: "Payment", value: refund.paymentId },
        { label: "Amount", value: amount },
      ],
      action: openOrder(refund.orderId),
    };
  });

  notifications.compose(mails.disputed, async ({ disputeId, status }) => {
    const [dispute] = await db.select().from(disputes).where(eq(disputes.id, disputeId));
    // The status has changed since: a newer mail reports the current one.
    if (dispute?.status !== status) return undefined;
    const amount = formatPaise(dispute.amountPaise);
    const { respondBy, orderId } = dispute;
    return {
      to: (await readShop()).email,
      subject: `A disputed payment: order ${shortId(orderId)}`,
      title: "A disputed payment",
      paragraphs: [
        `A dispute of ${amount} ${disputeTexts[status]}.`,
        "Evidence, such as the proof of delivery, is sent in the payment provider's dashboard. While the dispute is open, the payment cannot be refunded here.",
      ],
      details: [
        { label: "Order", value: await orders.findName(orderId) },
        { label: "Payment", value: dispute.paymentId },
        { label: "Amount", value: amount },
        ...(respondBy ? [{ label: "Respond by", value: formatMoment(respondBy) }] : []),
      ],
      action: openOrder(orderId),
    };
  });
}
