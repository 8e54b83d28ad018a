import type { DisputeStatus } from "../../contracts/refunds/refund-rules.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";

/** Which mails about refunds and disputes are sent. What they say is in `mails.ts`. */
export function createRefundMails(notifications: Notifications) {
  const onItsWay = notifications.mailKind<{ refundId: string }>("refund-on-its-way");
  const failed = notifications.mailKind<{ refundId: string }>("refund-failed");
  const disputed = notifications.mailKind<{ disputeId: string; status: DisputeStatus }>("dispute");

  return {
    onItsWay,
    failed,
    disputed,

    enqueueOnItsWay: (tx: Transaction, refundId: string) =>
      onItsWay.enqueue(tx, { key: `refund-on-its-way:${refundId}`, payload: { refundId } }),
    enqueueFailed: (tx: Transaction, refundId: string) =>
      failed.enqueue(tx, { key: `refund-failed:${refundId}`, payload: { refundId } }),
    enqueueDispute: (tx: Transaction, disputeId: string, status: DisputeStatus) =>
      disputed.enqueue(tx, { key: `dispute:${disputeId}:${status}`, payload: { disputeId, status } }),
  };
}
export type RefundMails = ReturnType<typeof createRefundMails>;
