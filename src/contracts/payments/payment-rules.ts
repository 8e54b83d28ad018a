/** The payment provider's name in records, URLs and settings. */
export const PAYMENT_METHOD = "razorpay";

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
