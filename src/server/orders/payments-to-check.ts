import { isRecordedMethod, methodTexts } from "../../contracts/payments/payment-rules.ts";
import { formatPaise } from "../platform/format-paise.ts";
import type { PaymentRow } from "./core/order.ts";
import type { PaymentOutcome } from "./core/order-table.ts";

const paymentReasons: Record<PaymentOutcome, string> = {
  settled: "It paid the order.",
  amount_differs: "The amount was not the order's total when it came, so the order was not marked as paid.",
  paid_twice: "The order had been paid already by another payment.",
  order_cancelled: "The order had been cancelled before the money came.",
  order_deleted: "The order had been deleted before the money came.",
};

/** How much too little or too much was paid; empty when that is not known. */
function differenceOf({ amountPaise, expectedPaise, currency }: PaymentRow) {
  if (expectedPaise === null || currency !== "INR" || amountPaise === expectedPaise) return "";
  const difference = formatPaise(Math.abs(expectedPaise - amountPaise));
  return ` It cost ${formatPaise(expectedPaise)}: ${difference} too ${amountPaise < expectedPaise ? "little" : "much"}.`;
}

/** The provider has nothing of it. */
const backText = ({ method, amountPaise }: PaymentRow) =>
  isRecordedMethod(method)
    ? ` You received ${formatPaise(amountPaise)} ${methodTexts[method]}: pay it back directly, then record it as returned, or mark it as dealt with.`
    : "";

export const paymentReason = (payment: PaymentRow, deletedAt: Date | null) =>
  payment.orderEndedAt
    ? `The order was ${deletedAt ? "deleted" : "cancelled"} after it had been paid.${backText(payment)}`
    : `${paymentReasons[payment.outcome]}${differenceOf(payment)}`;
