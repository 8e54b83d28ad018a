/** `pending` → `processed` or `failed`. A processed refund can still fail, when the buyer's bank sends the money back. */
export const refundStatuses = ["pending", "processed", "failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const disputeStatuses = ["open", "under_review", "action_required", "won", "lost", "closed"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** While a dispute has one of these statuses, its payment cannot be refunded: the bank may return the money itself. */
export const OPEN_DISPUTE_STATUSES: readonly DisputeStatus[] = ["open", "under_review", "action_required"];

export const isOpenDispute = (status: DisputeStatus) => OPEN_DISPUTE_STATUSES.includes(status);

/** The payment provider refunds ₹1 or more. */
export const MIN_REFUND_RUPEES = 1;

export const MAX_REASON_LENGTH = 300;
export const MAX_DEALT_WITH_LENGTH = 500;

/**
 * The price of `qty` of all pieces of a line that costs `total` paise after its discount. Rounded down: the parts never
 * exceed the whole, and all pieces cost exactly `total`.
 */
export const shareOfLine = (total: number, qty: number, all: number) => Math.floor((total * qty) / all);

export const isNotFullyRefunded = ({ qty, refundedQty = 0 }: { qty: number; refundedQty?: number | undefined }) =>
  refundedQty < qty;
