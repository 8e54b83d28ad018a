import { HOLD_MINUTES, holdEnd, UNPAID_DAYS } from "../../../contracts/orders/order-rules.ts";
import { DAY_MS } from "../../platform/clock.ts";
import type { By, Command, Decision } from "./commands.ts";
import { withoutTracking } from "./decide-goods.ts";
import { withEndedMoney, withMark, withOpenMoney, withoutMark } from "./decide-money.ts";
import { orderError } from "./errors.ts";
import { moved, withRow } from "./move.ts";
import { dueOf, type FullOrder, hasMoney, hasMoneyToCheck, orderTitle } from "./order.ts";
import { returnMethodOf } from "./refund-table.ts";
import { targets } from "./status.ts";

const unchanged = (full: FullOrder): Decision => ({ after: full, entries: [] });
const silently = (after: FullOrder): Decision => ({ after, entries: [] });

/** A mark that is set again counts from its first day. */
const firstPaidAt = ({ history }: FullOrder, now: Date) => history.find(({ status }) => status === "paid")?.at ?? now;

/** The owner may set any status from any status. */
export function setStatus(
  before: FullOrder,
  { status, from }: Extract<Command, { type: "setStatus" }>,
  now: Date,
): Decision {
  const { order } = before;
  if (order.deletedAt) throw orderError("order_not_found");
  if (from && from !== order.status)
    throw orderError("changed_meanwhile", {
      message: `Somebody changed this order meanwhile: it is ${order.status} now. Nothing was saved.`,
    });
  if (order.status === status) return unchanged(before);
  const { placement, goods = order.goods, money } = targets[status];
  const placed = withRow(before, { placement, goods });
  const wasCancelled = order.placement === "cancelled";
  const open = wasCancelled ? withOpenMoney(placed) : placed;
  const ended = placement === "cancelled" ? withEndedMoney(open, now) : open;
  const due = money === "unmark" ? withoutMark(ended) : ended;
  const paid = money === "mark" ? withMark(due, now) : due;
  return silently(moved(before, paid, now, firstPaidAt(before, now)));
}

export function acceptFree(before: FullOrder, now: Date): Decision {
  const { couponCode } = before.order;
  const text = couponCode
    ? `Nothing was left to pay: the coupon ${couponCode} covered the order.`
    : "There was nothing to pay.";
  return {
    after: moved(before, withRow(before, { placement: "accepted" }), now),
    entries: [{ kind: "payment", text, isPublic: true }],
  };
}

/** Only then may an order end without the owner: no money is in, and no piece has left. */
const isReleasable = (full: FullOrder) => !hasMoney(full) && !hasMoneyToCheck(full) && full.shipments.length === 0;

const isHoldOver = ({ order }: FullOrder, now: Date) => order.heldUntil <= now;

/** An unpaid order that was set back by the owner is cancelled by the system a week after that. */
function isStale({ order, history }: FullOrder, now: Date) {
  const before = new Date(now.getTime() - UNPAID_DAYS * DAY_MS);
  const isSetBackSince = history.some(({ status, at }) => status === "pending" && at > before);
  return order.placement === "open" && order.createdAt <= before && !isSetBackSince;
}

/** A buyer or the system cancels an unpaid order. Idempotent for the buyer. */
export function cancel(
  before: FullOrder,
  { phone }: Extract<Command, { type: "cancel" }>,
  by: By,
  now: Date,
): Decision {
  const { order, history } = before;
  if (by.actor === "buyer" && (order.userId !== by.userId || order.deletedAt)) throw orderError("order_not_found");
  if (by.actor === "buyer" && order.status === "cancelled" && history.at(-1)?.actor === "buyer")
    return unchanged(before);
  const mayCancel = order.status === "pending" && isReleasable(before);
  if (by.actor === "system" && !(mayCancel && isStale(before, now) && isHoldOver(before, now)))
    return unchanged(before);
  if (!mayCancel) {
    const closed = `This order is ${order.status} and can no longer be cancelled here. Please call us at ${phone}.`;
    const message = order.status === "cancelled" ? "This order has been cancelled already." : closed;
    throw orderError("order_not_cancellable", { message });
  }
  return silently(moved(before, withRow(before, { placement: "cancelled" }), now));
}

/** The hold of an unpaid order ends. It stays pending. */
export function endHold(before: FullOrder, now: Date): Decision {
  const { placement, stock } = before.order;
  const isOver = placement === "open" && stock === "reserved" && isHoldOver(before, now) && isReleasable(before);
  return isOver ? silently(withRow(before, { stock: "released", heldBy: null })) : unchanged(before);
}

/** Refuses an order that is not to be paid online now: always for all of it. */
export function checkPayable(full: Pick<FullOrder, "order" | "payments">) {
  const { totalPaise, status, deletedAt } = full.order;
  const refused = (message: string) => orderError("order_not_payable", { message });
  if (totalPaise === 0) throw refused("There is nothing to pay for this order.");
  if (hasMoney(full))
    throw refused(
      dueOf(full) === 0
        ? "This order has been paid already."
        : "A part of this order has been paid another way. Please write to us about the rest.",
    );
  if (status !== "pending" || deletedAt) throw orderError("order_not_payable");
  if (hasMoneyToCheck(full))
    throw refused("A payment for this order has arrived already. We are looking at it and write to you.");
}

export const isHeld = ({ stock, heldUntil }: FullOrder["order"], now: Date) => stock === "reserved" && heldUntil > now;

/** The buyer opens an order for payment after its hold ended: once, and with its pieces taken again. */
export function renewHold(before: FullOrder, { heldBy }: Extract<Command, { type: "renewHold" }>, now: Date): Decision {
  checkPayable(before);
  if (isHeld(before.order, now)) return unchanged(before);
  if (before.order.holdRenewed) throw orderError("hold_ended");
  return silently(withRow(before, { stock: "reserved", heldBy, heldUntil: holdEnd(now), holdRenewed: true }));
}

/** Hides the order. An unpaid one gives its pieces back when its hold ends. */
export function remove(before: FullOrder, now: Date): Decision {
  const { deletedAt, status } = before.order;
  if (deletedAt) throw orderError("order_not_found");
  const deleted = withRow(before, { deletedAt: now });
  const isOver = status === "delivered" || status === "cancelled";
  return silently(isOver ? deleted : withEndedMoney(deleted, now));
}

/** A paid order counts as delivered after this: courses and consultations often stay "paid". */
const UNDER_WAY_MS = 30 * DAY_MS;
const HOLD_WORDS = HOLD_MINUTES === 30 ? "half an hour" : `${HOLD_MINUTES} minutes`;

function whyOpen(full: FullOrder, now: Date) {
  const { order } = full;
  const { placement, goods, deletedAt, createdAt, heldUntil } = order;
  const isUnderWay = placement === "accepted" && goods !== "delivered" && !deletedAt;
  if (isUnderWay && now.getTime() - createdAt.getTime() < UNDER_WAY_MS)
    return `${orderTitle(order)} is on its way to you. Your account can be deleted once it is delivered; if it has been, please write to us.`;
  if (placement === "open" && heldUntil > now)
    return `${orderTitle(order)} may still be paid. Please pay for it or cancel it, or try again in ${HOLD_WORDS}.`;
  if (order.status === "pending" && !isReleasable(full) && !deletedAt)
    return `${orderTitle(order)} has been paid or sent, and we are looking at it. Please write to us about it; then your account can be deleted.`;
  return undefined;
}

const DELETED = "Deleted account";
const noPerson = {
  buyerName: DELETED,
  buyerEmail: "",
  shippingName: DELETED,
  shippingEmail: "",
  shippingPhone: "",
  shippingAddress: "",
  shippingPin: "",
  shippingState: "",
  buyerGstin: "",
  note: "",
  internalNote: "",
} as const;

/** Items, amounts and payments stay, by invoice law. An unpaid order is cancelled, so a late payment is reported. */
export function erase(before: FullOrder, now: Date): Decision {
  const message = whyOpen(before, now);
  if (message) throw orderError("order_open", { message });
  const isUnpaid = before.order.status === "pending";
  const ended = isUnpaid ? withEndedMoney(withRow(before, { placement: "cancelled" }), now) : before;
  const erased = withRow(isUnpaid ? moved(before, ended, now) : ended, noPerson);
  return silently({
    ...erased,
    shipments: withoutTracking(erased.shipments),
    payments: erased.payments.map((payment) => ({ ...payment, dealtWithNote: "", reference: "" })),
    refunds: erased.refunds.map((refund) => {
      const arn = returnMethodOf(refund) ? null : refund.arn;
      return { ...refund, arn, reason: "", dealtWithNote: "" };
    }),
  });
}
