import { type FulfilmentStep, isFulfilmentStep } from "../../contracts/orders/order-rules.ts";
import type { Activity } from "../activity/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { RateLimiter } from "../platform/http/rate-limit.ts";
import { mailboxOf } from "../platform/mailbox.ts";
import { type Change, type Follower, hasNewStatus, isCancelledNow, isPaidNow } from "./core/follow.ts";
import { unpackedQty } from "./core/line-progress.ts";
import { type FullOrder, hasMoney, orderTitle, wasEverPaid } from "./core/order.ts";
import { goodsStates } from "./core/status.ts";
import { cancelMailsByMailbox } from "./limits.ts";
import type { OrderMails } from "./mail-queue.ts";

/** Pieces of a parcel that came back leave again, unless they were refunded or the order is cancelled. */
function isSentAgain({ order, items, shipments }: FullOrder, parcelId: string) {
  const indexes = shipments.find(({ id }) => id === parcelId)!.lines.map(({ lineIndex }) => lineIndex);
  const isLeft = items.some((item) => indexes.includes(item.lineIndex) && unpackedQty(item, shipments) > 0);
  return order.placement !== "cancelled" && isLeft;
}

interface MailDeps {
  notifications: Notifications;
  limiter: RateLimiter;
  mails: OrderMails;
}

/** Which mails are sent about an order, and when. */
export function createOrderMailFollower({ notifications, limiter, mails }: MailDeps): Follower {
  /** One to the buyer, one to the owner; once, also when the owner takes a mark back and sets it again. */
  async function tellPaid(tx: Transaction, { before, after }: Change) {
    if (before && wasEverPaid(before)) return;
    const { id: orderId } = after.order;
    await notifications.enqueueAll(
      tx,
      [mails.confirmation, mails.notice].map((mail) =>
        mail.toRow({ key: `${mail.name}:${orderId}`, payload: { orderId } }),
      ),
    );
  }

  /** One mail for each time: an order can be opened again. */
  async function tellCancelled(tx: Transaction, { before, after, by }: Change) {
    const { id: orderId, paidAt } = after.order;
    const isUnpaid = by.actor !== "owner" && !paidAt && !hasMoney(after);
    const mailbox = mailboxOf(before!.order.shippingEmail);
    if (isUnpaid && (await limiter.isOver(cancelMailsByMailbox, mailbox, tx))) return;
    const nth = before!.history.filter(({ status }) => status === "cancelled").length + 1;
    await mails.cancelled.enqueue(tx, { key: `order-cancelled:${orderId}:${nth}`, payload: { orderId, nth } });
  }

  /** By hand, once a step for ever: the log is asked, because jobs forget their keys after a month. */
  async function tellStep(tx: Transaction, { before, after }: Change, step: FulfilmentStep) {
    const { id: orderId, goods } = after.order;
    const isBack = goodsStates.indexOf(goods) < goodsStates.indexOf(before!.order.goods);
    if (isBack || before!.history.some(({ status }) => status === step)) return;
    await mails.steps[step].enqueue(tx, { key: `order-${step}:${orderId}`, payload: { orderId } });
  }

  async function tellParcel(tx: Transaction, shipmentId: string, step: FulfilmentStep) {
    const mail = mails.shipmentSteps[step];
    await mail.enqueue(tx, { key: `${mail.name}:${shipmentId}`, payload: { shipmentId } });
  }

  return async (tx, change) => {
    const { before, after, command } = change;
    const { status } = after.order;
    if (isPaidNow(change)) await tellPaid(tx, change);
    if (isCancelledNow(change)) await tellCancelled(tx, change);
    if (command.type === "setStatus" && hasNewStatus(change) && isFulfilmentStep(status))
      await tellStep(tx, change, status);
    if (command.type === "send") await tellParcel(tx, command.parcel.id, "shipped");
    // For a delivered order, the mail of the status change has already covered this parcel.
    if (command.type === "deliver" && before?.order.status !== "delivered")
      await tellParcel(tx, command.parcelId, "delivered");
    if (command.type === "return" && isSentAgain(after, command.parcelId))
      await mails.parcelReturned.enqueue(tx, {
        key: `parcel-returned:${command.parcelId}`,
        payload: { shipmentId: command.parcelId },
      });
    for (const { paymentId, outcome } of after.payments.slice(before?.payments.length))
      if (outcome !== "settled")
        await mails.paymentToCheck.enqueue(tx, { key: `payment-to-check:${paymentId}`, payload: { paymentId } });
  };
}

/** What the owner changes stands in the activity log. */
export const createOrderActivityFollower =
  (activity: Activity): Follower =>
  async (tx, change) => {
    const { before, after, command, by, log } = change;
    if (by.actor !== "owner" || !before) return;
    const entry = { by: by.userId!, kind: "order", recordId: after.order.id, title: orderTitle(after.order) } as const;
    if (command.type === "delete") {
      await activity.record(tx, { ...entry, action: "deleted" });
      return undefined;
    }
    const [was, is] = [{ status: before.order.status }, { status: after.order.status }];
    await activity.record(tx, {
      ...entry,
      action: "updated",
      before: { ...was, ...log?.before },
      after: { ...is, ...log?.after },
      secrets: log?.secrets ?? [],
    });
  };
