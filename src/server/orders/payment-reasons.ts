import type { PaymentOutcome } from "./order-table.ts";

/** Each outcome of a payment in a sentence for the owner. */
export const paymentReasons: Record<PaymentOutcome, string> = {
  settled: "It paid the order.",
  amount_differs: "The amount is not the order's total, so the order was not marked as paid.",
  paid_twice: "The order had been paid already by another payment.",
  order_cancelled: "The order had been cancelled before the money came.",
  order_deleted: "The order had been deleted before the money came.",
};
