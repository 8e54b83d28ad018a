import { defineErrors } from "../platform/http/errors.ts";

export const paymentError = defineErrors(["payments", "orders", "refunds"], {
  bad_signature: [401, "The signature is not the payment provider's."],
  payment_not_confirmed: [402, "The payment provider has not confirmed this payment."],
  payment_refused: [409, "The payment provider refused this payment."],
  payments_not_ready: [503, "This shop cannot take payments yet."],
  payment_provider_down: [503, "The payment provider does not answer. Please try again in a moment."],
});
