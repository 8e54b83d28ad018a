import type { Actor } from "../../contracts/activity/activity-rules.ts";
import { sumOf } from "../../contracts/money.ts";
import { orderName, shortId, UNPAID_DAYS } from "../../contracts/orders/order-rules.ts";
import { type ComposedMail, contactLine } from "../notifications/service.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { type FullOrder, isMark, refundableOf } from "./core/order.ts";
import { priced, seeOrder } from "./mail-parts.ts";
import type { MailDeps } from "./next-steps.ts";

const whoCancelled: Partial<Record<Actor, string>> = {
  buyer: "you have cancelled your order.",
  system: `your order was not paid within ${UNPAID_DAYS} days, so it is cancelled.`,
};

/** What happens to money: refunds have mails of their own. */
function moneyText({ order, payments, refunds }: FullOrder) {
  const received = payments.filter((payment) => !isMark(payment));
  const open = received.filter(({ currency, dealtWithAt }) => currency === "INR" && !dealtWithAt);
  const left = sumOf(open.map(refundableOf));
  const back = sumOf(refunds.filter(({ status }) => status !== "failed").map(({ amountPaise }) => amountPaise));
  return [
    back > 0 && `${formatPaise(back)} of what you paid goes back to you.`,
    left > 0 && `${formatPaise(left)} of what you paid is with us. We send it back, or write to you about it.`,
    received.length === 0 &&
      order.totalPaise > 0 &&
      (order.paidAt
        ? "Please answer this mail about the money that you have paid."
        : "There is nothing to pay. If you have just paid, we see it and send it back."),
  ].filter((text) => typeof text === "string");
}

/** Nothing when the order was opened again meanwhile; a later cancellation has a mail of its own. */
export function cancellation(deps: MailDeps, full: FullOrder, nth: number): ComposedMail | undefined {
  const { order, items, history } = full;
  const cancelled = history.filter(({ status }) => status === "cancelled");
  if (order.status !== "cancelled" || cancelled.length !== nth) return undefined;
  return {
    to: order.shippingEmail,
    subject: `Your order ${shortId(order.id)} is cancelled`,
    title: "Your order is cancelled",
    paragraphs: [
      `Namaste ${order.shippingName},`,
      `${whoCancelled[cancelled.at(-1)!.actor] ?? "we have cancelled your order."} Nothing more of it will be sent.`,
      ...moneyText(full),
    ],
    details: [
      { label: "Order", value: orderName(order.id, order.number) },
      { label: "Items", value: items.map(priced) },
    ],
    // The buyer no longer sees a deleted order.
    ...(!order.deletedAt && { action: seeOrder(deps, order) }),
    footnote: contactLine(deps.shop),
  };
}
