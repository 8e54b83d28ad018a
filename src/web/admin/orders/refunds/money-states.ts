import type { Order } from "../../../../contracts/orders/order.ts";
import type { Refund } from "../../../../contracts/refunds/refund.ts";
import { type DisputeStatus, isOpenDispute } from "../../../../contracts/refunds/refund-rules.ts";

/** The id of the refunds' heading, the target of a warning's link. */
export const REFUNDS_CARD = "order-refunds";

export const isOpenFailure = ({ status, retriedAs, dealtWith }: Refund) =>
  status === "failed" && !retriedAs && !dealtWith;

export const openDisputes = ({ disputes = [] }: Order) => disputes.filter(({ status }) => isOpenDispute(status));

/** The dispute's status as text, continuing "A dispute of ₹900". */
export const disputeTexts: Record<DisputeStatus, string> = {
  open: "was opened by the buyer's bank",
  under_review: "is under review at the bank",
  action_required: "needs more evidence from you",
  won: "was won",
  lost: "was lost",
  closed: "was closed",
};

/** What needs the owner, for the order lists. */
export function problemsOf(order: Order) {
  const { stockShort, paymentNotes = [], refunds = [] } = order;
  return [
    stockShort && "Stock short",
    paymentNotes.length > 0 && "Check payment",
    refunds.some(isOpenFailure) && "Refund failed",
    openDisputes(order).length > 0 && "Disputed",
  ].filter((text) => typeof text === "string");
}
