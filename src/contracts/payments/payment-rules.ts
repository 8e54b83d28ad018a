/** The payment provider's name in records, URLs and settings. */
export const PAYMENT_METHOD = "razorpay";

/** How money came. A mark is the owner's "it is paid", without a record. */
export const paymentMethods = ["provider", "mark", "upi", "bank", "cash", "courier"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Money that the owner records. */
export const recordedMethods = ["upi", "cash", "bank"] as const satisfies readonly PaymentMethod[];
export type RecordedMethod = (typeof recordedMethods)[number];

export const isRecordedMethod = (method: PaymentMethod): method is RecordedMethod =>
  recordedMethods.some((recorded) => recorded === method);

/** Continues "₹400 was received". */
export const methodTexts: Record<RecordedMethod, string> = {
  upi: "by UPI",
  cash: "in cash",
  bank: "by bank transfer",
};

/** Nobody numbers cash. */
export const needsReference = (method: RecordedMethod) => method !== "cash";
export const MAX_REFERENCE_LENGTH = 100;
export const MIN_RECORDED_RUPEES = 1;

/** The payment provider's name in texts. */
export const PROVIDER_LABEL = "Razorpay";

/**
 * `sandbox`: the shop itself simulates the provider, and no money moves.
 * `none`: a public shop without keys, which takes no payments.
 */
export const paymentModes = [PAYMENT_METHOD, "sandbox", "none"] as const;
export type PaymentMode = (typeof paymentModes)[number];

export const LIVE_KEY = "rzp_live_";

/** The webhook's events that the shop reads. */
export const WEBHOOK_EVENTS =
  "payment.authorized, payment.captured, payment.failed, order.paid, refund.created, refund.processed, refund.failed, refund.speed_changed, and all of payment.dispute";
export const WEBHOOK_PATH = `/api/payments/${PAYMENT_METHOD}/webhook`;
