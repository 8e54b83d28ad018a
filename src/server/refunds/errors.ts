import { defineErrors } from "../platform/http/errors.ts";

export const refundError = defineErrors(["refunds", "orders", "appointments"], {
  refund_not_found: [404, "This order has no such refund."],
  payment_not_found: [404, "This order has no such payment."],
  idempotency_key_used: [409, "This key was used for another refund."],
  not_refundable: [409, "This order has no payment that can be refunded here."],
  refund_too_high: [409, "That is more than can still be refunded."],
  dispute_open: [
    409,
    "The buyer has disputed this payment at the bank. It cannot be refunded until the dispute is closed.",
  ],
  refund_not_failed: [409, "Only a failed refund can be tried again or marked as dealt with."],
  payment_provider_down: [503, "The payment provider does not answer. Please try again in a moment."],
});
