import type { paymentOutcomes } from "./order-table.ts";

/** What the owner is told of money that did not settle an order. */
const reasons: Record<(typeof paymentOutcomes)[number], string> = {
  settled: "It paid the order.",
  amount_differs: "The amount is not the order's total, so the order was not marked as paid.",
  paid_twice: "The order had been paid already by another payment.",
  order_cancelled: "The order had been cancelled before the money came.",
  order_deleted: "The order had been deleted before the money came.",
};

export const reasonFor = (outcome: keyof typeof reasons) => reasons[outcome];
