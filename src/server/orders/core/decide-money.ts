import { isRecordedMethod, methodTexts, type RecordedMethod } from "../../../contracts/payments/payment-rules.ts";
import { formatPaise } from "../../platform/format-paise.ts";
import { badInput } from "../../platform/http/errors.ts";
import type { By, Command, Decision, Entry, LateCoupon, ReceivedMoney } from "./commands.ts";
import { orderError } from "./errors.ts";
import { moved, withRow } from "./move.ts";
import { dueOf, type FullOrder, isMark, type PaymentRow, realPayments, refundedQtyOf, returnedOf } from "./order.ts";
import type { PaymentOutcome } from "./order-table.ts";

const newPayment = (full: FullOrder, now: Date, money: ReceivedMoney, outcome: PaymentOutcome): PaymentRow => ({
  paymentId: money.paymentId,
  orderId: full.order.id,
  method: money.method,
  // An order whose buyer was erased keeps no personal data.
  reference: (full.order.buyerEmail && money.reference) || "",
  amountPaise: money.amountPaise,
  currency: money.currency,
  outcome,
  expectedPaise: null,
  at: now,
  returnedPaise: 0,
  dealtWithAt: null,
  dealtWithBy: null,
  dealtWithNote: "",
  orderEndedAt: null,
  isToCheck: false,
});

/** The owner's word that what is due is paid. */
export function withMark(full: FullOrder, now: Date): FullOrder {
  const amountPaise = dueOf(full);
  if (amountPaise === 0) return full;
  const money = { paymentId: `mark:${full.order.id}`, method: "mark", amountPaise, currency: "INR" } as const;
  return { ...full, payments: [...full.payments, newPayment(full, now, money, "settled")] };
}

export const withoutMark = (full: FullOrder): FullOrder =>
  full.payments.some(isMark) ? { ...full, payments: full.payments.filter((payment) => !isMark(payment)) } : full;

/** The amount that a payment must have: an advance that is not paid yet, else what is due, else the total. */
function expectedPaise(full: FullOrder) {
  const { advancePaise, totalPaise } = full.order;
  const due = dueOf(full);
  const received = totalPaise - due;
  if (received < advancePaise) return advancePaise - received;
  return due > 0 ? due : totalPaise;
}

/** Money makes an order that waits one that the shop owes: all of it, or the advance of an order paid at the door. */
function isEnough(full: FullOrder) {
  const { payBy, advancePaise, totalPaise } = full.order;
  const due = dueOf(full);
  return due === 0 || (payBy === "cash" && advancePaise > 0 && totalPaise - due >= advancePaise);
}

/** The money rule: what a payment means for its order. A mark does not count here. */
function outcomeOf(full: FullOrder, { method, amountPaise, currency }: ReceivedMoney): PaymentOutcome {
  const { deletedAt, placement } = full.order;
  const expected = expectedPaise(full);
  const isPart = isRecordedMethod(method) && amountPaise <= dueOf(full);
  if (currency !== "INR" || (amountPaise !== expected && !isPart)) return "amount_differs";
  if (deletedAt) return "order_deleted";
  if (placement === "cancelled") return "order_cancelled";
  return dueOf(full) === 0 ? "paid_twice" : "settled";
}

function lateEntry({ couponCode }: FullOrder["order"], { reason, price }: LateCoupon, isSettled: boolean): Entry {
  const cost = `Without the coupon ${couponCode} it costs ${formatPaise(price.totalPaise)}`;
  const ending = isSettled ? "" : " We look at this payment and write to you.";
  const text = `The payment came after the coupon's reservation had ended. ${cost}. ${reason}${ending}`;
  return { kind: "coupon", text, isPublic: true };
}

const recordedEntry = (amountPaise: number, method: RecordedMethod): Entry => ({
  kind: "payment",
  text: `${formatPaise(amountPaise)} was received ${methodTexts[method]}.`,
  isPublic: true,
});

const isSameMoney = (one: PaymentRow, other: PaymentRow) =>
  one.method === other.method && one.amountPaise === other.amountPaise && one.reference === other.reference;

/** What the owner records can still be corrected, so it is refused instead of waiting to be checked. */
function checkRecordable({ order, ...full }: FullOrder, amountPaise: number) {
  const refused = (message: string) => orderError("order_not_payable", { message });
  if (order.deletedAt) throw refused("This order is archived: no money can be recorded for it.");
  if (order.placement === "cancelled")
    throw refused("This order is cancelled. If it is wanted again, change its status first, then record the money.");
  const due = dueOf(withoutMark({ order, ...full }));
  if (due === 0) throw refused("Nothing is due: the money of this order is in.");
  if (amountPaise > due) throw badInput({ amount: `Only ${formatPaise(due)} is due.` });
}

/** The owner's mark shrinks to what is not recorded yet, so the order stays paid. */
function withRestMarked(paid: FullOrder, { payments }: FullOrder): FullOrder {
  const mark = payments.find(isMark);
  const amountPaise = dueOf(paid);
  return mark && amountPaise > 0 ? { ...paid, payments: [{ ...mark, amountPaise }, ...paid.payments] } : paid;
}

/**
 * Money that came is never refused: what the order cannot use waits for the owner. What the owner records may be a part
 * of what is due, and never more. Idempotent by the payment's id.
 */
export function receiveMoney(
  before: FullOrder,
  { money, late }: Extract<Command, { type: "receiveMoney" }>,
  now: Date,
): Decision {
  const { method, amountPaise } = money;
  const isRecorded = isRecordedMethod(method);
  const known = before.payments.find(({ paymentId }) => paymentId === money.paymentId);
  if (known && isRecorded && !isSameMoney(known, newPayment(before, now, money, "settled")))
    throw orderError("idempotency_key_used", { message: "This key was used for another payment." });
  if (known) return { after: before, entries: [] };
  if (isRecorded) checkRecordable(before, amountPaise);
  const real = withoutMark(before);
  const priced = late ? withRow(real, late.price) : real;
  const outcome = outcomeOf(priced, money);
  const isSettled = outcome === "settled";
  const payment = newPayment(before, now, money, outcome);
  const entries = late ? [lateEntry(before.order, late, isSettled)] : [];
  if (!isSettled) {
    const differs = outcome === "amount_differs" && { expectedPaise: expectedPaise(priced) };
    // The generated column that lists it for the owner is computed by the database.
    const unmatched = { ...payment, ...differs, isToCheck: true };
    return { after: { ...before, payments: [...before.payments, unmatched] }, entries };
  }
  const items = late ? priced.items.map((item) => ({ ...item, discountPaise: 0 })) : priced.items;
  const settled = { ...priced, items, payments: [...priced.payments, payment] };
  const paid = isRecorded ? withRestMarked(settled, before) : settled;
  const isAccepted = paid.order.placement === "open" && isEnough(paid);
  const after = moved(before, isAccepted ? withRow(paid, { placement: "accepted" }) : paid, now);
  if (!isRecorded) return { after, entries };
  const { reference } = payment;
  const log = { after: { received: formatPaise(amountPaise), method, ...(reference && { reference }) } };
  return { after, entries: [...entries, recordedEntry(amountPaise, method)], log: { ...log, secrets: ["reference"] } };
}

/** Money of an order that ends waits for the owner, until it is sent back or dealt with. */
export const withEndedMoney = (full: FullOrder, endedAt: Date): FullOrder => {
  const ended = new Set(realPayments(full));
  return {
    ...full,
    payments: full.payments.map((one) => (ended.has(one) ? { ...one, orderEndedAt: endedAt } : one)),
  };
};

/** The order is wanted again: its money is no longer unmatched. */
export const withOpenMoney = (full: FullOrder): FullOrder => ({
  ...full,
  payments: full.payments.map((one) =>
    one.orderEndedAt ? { ...one, orderEndedAt: null, dealtWithAt: null, dealtWithBy: null, dealtWithNote: "" } : one,
  ),
});

export function dealWithPayment(
  before: FullOrder,
  { paymentId, note }: Extract<Command, { type: "dealWithPayment" }>,
  { userId }: By,
  now: Date,
): Decision {
  const payment = before.payments.find((one) => one.paymentId === paymentId);
  if (!payment) throw orderError("payment_not_found");
  if (!payment.isToCheck) return { after: before, entries: [] };
  const dealtWith = { ...payment, dealtWithAt: now, dealtWithBy: userId!, dealtWithNote: note };
  const amount = payment.currency === "INR" ? formatPaise(payment.amountPaise) : "another currency";
  const text = `A payment of ${amount} was marked as dealt with: ${note}`;
  return {
    after: { ...before, payments: before.payments.map((one) => (one === payment ? dealtWith : one)) },
    entries: [{ kind: "payment", text, isPublic: false }],
    log: { after: { payment: "dealt with" } },
  };
}

/** The sums of what went back, and of the refunded pieces, follow the rows of refunds and disputes. */
function recounted(full: FullOrder): FullOrder {
  const payments = full.payments.map((payment) => {
    const returnedPaise = returnedOf(full, payment.paymentId);
    return returnedPaise === payment.returnedPaise ? payment : { ...payment, returnedPaise };
  });
  const counted = { ...full, payments };
  const items = full.items.map((item) => {
    const refundedQty = refundedQtyOf(counted, item);
    return refundedQty === item.refundedQty ? item : { ...item, refundedQty };
  });
  return { ...counted, items };
}

export function addRefund(before: FullOrder, command: Extract<Command, { type: "addRefund" }>): Decision {
  const { refund, lines, restock = [], entries, log } = command;
  const isRestockable =
    before.order.stock === "sold" && realPayments(before).some(({ paymentId }) => paymentId === refund.paymentId);
  const items = before.items.map((item) => {
    const wanted = restock.find(({ lineIndex }) => lineIndex === item.lineIndex)?.qty ?? 0;
    const back = Math.min(wanted, item.qty - item.restockedQty);
    const isBack = isRestockable && item.itemType === "product" && back > 0;
    return isBack ? { ...item, restockedQty: item.restockedQty + back } : item;
  });
  const isRestocked = items.some((item, n) => item !== before.items[n]);
  const after = {
    ...before,
    items,
    refunds: [...before.refunds, { ...refund, restock: isRestocked }],
    refundLines: [...before.refundLines, ...lines],
  };
  return { after: recounted(after), entries, log };
}

export function changeRefund(before: FullOrder, command: Extract<Command, { type: "changeRefund" }>): Decision {
  const { id, set, entries, log } = command;
  const refunds = before.refunds.map((row) => (row.id === id ? { ...row, ...set } : row));
  return { after: recounted({ ...before, refunds }), entries, log };
}

export function applyDispute(
  before: FullOrder,
  { dispute, entries }: Extract<Command, { type: "applyDispute" }>,
): Decision {
  const known = before.disputes.some(({ id }) => id === dispute.id);
  const disputes = known
    ? before.disputes.map((row) => (row.id === dispute.id ? dispute : row))
    : [...before.disputes, dispute];
  return { after: recounted({ ...before, disputes }), entries };
}
