/** The payment provider's name in records, URLs and settings. */
export const PAYMENT_METHOD = "razorpay";

/** The payment provider's name in texts. */
export const PROVIDER_LABEL = "Razorpay";

/** In the mode "sandbox" the shop itself simulates the provider, and no money moves. */
export const paymentModes = [PAYMENT_METHOD, "sandbox"] as const;
export type PaymentMode = (typeof paymentModes)[number];
